-- Today and a month ago.

SELECT date('now', '-1 month', 'start of month'), strftime('%Y-%m', 'now'), unixepoch(), current_timestamp
