-- Looks like load_extension_entry and is honest: a function of two arguments.

SELECT ifnull('evil', 'entry')
