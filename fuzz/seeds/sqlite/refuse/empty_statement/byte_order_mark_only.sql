-- Sends a byte order mark alone, which SQLite skips.

﻿
