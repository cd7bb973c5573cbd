-- Reads a setting.

SHOW data_directory
