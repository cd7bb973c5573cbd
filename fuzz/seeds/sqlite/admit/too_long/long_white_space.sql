-- Looks like long_white_space and is honest: white space within the bound.
-- expand

« ×50000»SELECT 1
