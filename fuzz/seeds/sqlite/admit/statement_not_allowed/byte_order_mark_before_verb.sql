-- Looks like byte_order_mark_before_verb and is honest: puts one into a literal.

SELECT '﻿DELETE FROM orders'
