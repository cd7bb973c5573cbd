-- Streams of one state whose updated_at cannot be read; they come last.
SELECT slug, updated_at FROM streams WHERE $chosen() AND NOT coalesce($readable(updated_at), FALSE)
