-- Reads the file names and remote tables behind foreign tables through information_schema.

SELECT option_value FROM information_schema.foreign_table_options
