-- Names the entry point too.

SELECT load_extension('evil', 'entry')
