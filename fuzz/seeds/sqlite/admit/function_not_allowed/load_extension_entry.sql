-- A function of two arguments.

SELECT ifnull('evil', 'entry')
