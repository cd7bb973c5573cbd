-- Calls it in the second row of VALUES.

VALUES (1), (load_extension('evil'))
