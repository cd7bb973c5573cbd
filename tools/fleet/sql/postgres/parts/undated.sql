-- How many times of $1.$2 cannot be read. :undated is what was counted before, where nothing has changed since.
undated (undated_rows) AS (
  SELECT CASE
    WHEN CAST(:undated AS bigint) IS NOT NULL THEN CAST(:undated AS bigint)
    ELSE (SELECT count(*) FILTER (WHERE ($readable(t.$2)) IS NOT TRUE) FROM $1 AS t)
  END
)
