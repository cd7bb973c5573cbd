-- White space within the bound.
-- expand

« ×50000»SELECT 1
