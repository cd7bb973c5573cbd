-- Looks like temp_table and is honest: ends VALUES by a separator.

VALUES (1);
