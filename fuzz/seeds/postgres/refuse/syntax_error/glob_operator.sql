-- Uses a word of SQLite as an operator.

SELECT note GLOB 'f*' FROM orders
