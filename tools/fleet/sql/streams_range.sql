-- Every stream of one state whose instant can lie in a range: texts in UTC from :floor, others from :low, which is
-- earlier by more than any offset.
SELECT slug, updated_at FROM streams
WHERE $chosen() AND updated_at >= :floor AND updated_at < :high
UNION ALL
SELECT slug, updated_at FROM streams
WHERE updated_at >= :low AND updated_at < $least(:floor, :high) AND $last(updated_at) <> 'Z' AND $chosen()
