-- Declares a cursor that outlives the transaction.

DECLARE c CURSOR WITH HOLD FOR SELECT 1
