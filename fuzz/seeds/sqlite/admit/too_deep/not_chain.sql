-- Negates twice.
-- expand

SELECT NOT NOT 1
