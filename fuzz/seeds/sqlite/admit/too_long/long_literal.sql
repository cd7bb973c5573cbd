-- A literal just short enough.
-- expand

SELECT length('«x×102000»') AS padding
