-- Looks like brackets and is honest: quotes a permitted one so.

SELECT [lower]('EVIL')
