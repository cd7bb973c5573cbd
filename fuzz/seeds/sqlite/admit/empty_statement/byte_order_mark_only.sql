-- Looks like byte_order_mark_only and is honest: a byte order mark before the statement, as editors write it.

﻿SELECT 1
