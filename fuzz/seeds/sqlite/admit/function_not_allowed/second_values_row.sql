-- Looks like second_values_row and is honest: a call there.

VALUES (1), (abs(-1))
