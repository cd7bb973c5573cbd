-- The newest streams of one state below a text bound, by the text of updated_at: a first look, from the index, at how far
-- back a page reaches. Texts in UTC sort as their instants do, as far as the second.
SELECT slug, updated_at FROM streams
WHERE $chosen() AND updated_at < :ceiling AND $last(updated_at) = 'Z'
ORDER BY updated_at DESC
LIMIT :count
