-- Looks like long_literal and is honest: a dollar-quoted literal just short enough.
-- expand

SELECT length($$«x×100000»$$)
