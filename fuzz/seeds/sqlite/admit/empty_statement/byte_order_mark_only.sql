-- A byte order mark before the statement, as editors write it.

﻿SELECT 1
