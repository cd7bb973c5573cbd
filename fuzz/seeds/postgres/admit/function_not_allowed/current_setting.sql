-- Looks like current_setting and is honest: reads the date.

SELECT current_date
