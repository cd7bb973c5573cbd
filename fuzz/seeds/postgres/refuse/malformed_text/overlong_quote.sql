-- Writes a quote in its overlong form.
-- expand

SELECT '«xc0»«xa7»; DELETE FROM orders --'
