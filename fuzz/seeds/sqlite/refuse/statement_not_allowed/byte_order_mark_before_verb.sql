-- Puts a byte order mark before the verb.

﻿DELETE FROM orders
