-- A call there.

VALUES (1), (abs(-1))
