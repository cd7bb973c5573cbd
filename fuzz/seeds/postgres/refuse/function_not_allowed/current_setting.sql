-- Reads a setting.

SELECT current_setting('data_directory')
