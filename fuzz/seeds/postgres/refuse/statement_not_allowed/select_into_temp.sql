-- Creates a temporary one behind a clause.

WITH a AS (SELECT 1 AS v) SELECT v INTO TEMP copy FROM a
