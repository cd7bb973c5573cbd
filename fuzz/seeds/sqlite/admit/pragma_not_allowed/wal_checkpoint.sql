-- The word as data.

SELECT upper('truncate')
