-- Calls it as a result that is never reached.

SELECT CASE WHEN 0 THEN load_extension('evil') ELSE 1 END
