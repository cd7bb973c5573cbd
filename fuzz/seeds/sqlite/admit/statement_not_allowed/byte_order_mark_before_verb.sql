-- Puts one into a literal.

SELECT '﻿DELETE FROM orders'
