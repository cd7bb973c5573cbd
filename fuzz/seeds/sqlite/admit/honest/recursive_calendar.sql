-- A calendar made by a clause.

WITH RECURSIVE d(day) AS (SELECT date('2026-05-01') UNION ALL SELECT date(day, '+1 day') FROM d WHERE day < '2026-05-31') SELECT count(*) FROM d
