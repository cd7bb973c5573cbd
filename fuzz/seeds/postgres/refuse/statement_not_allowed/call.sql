-- Calls a procedure.

CALL cleanup()
