-- Writes a quote in the overlong form that careless decoders accept.
-- expand

SELECT '«xc0»«xa7»; DELETE FROM orders --'
