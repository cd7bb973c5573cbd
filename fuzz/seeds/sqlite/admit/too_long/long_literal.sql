-- Looks like long_literal and is honest: a literal just short enough.
-- expand

SELECT length('«x×102000»') AS padding
