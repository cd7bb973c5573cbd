-- Looks like for_share_nested and is honest: reads them there.

SELECT * FROM (SELECT * FROM orders) AS s
