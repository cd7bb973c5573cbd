-- Streams of one state whose updated_at cannot be read; they come last.
SELECT slug, updated_at FROM streams WHERE $chosen() AND NOT ifnull($readable(updated_at), 0)
