-- Uses an ideographic space (U+3000) between the operands of a condition.

SELECT note FROM orders WHERE id　= 1 AND　1 1
