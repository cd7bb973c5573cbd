-- Uses a vertical tab, which is white space in C and not in SQLite.

SELECT note FROM ordersWHERE id = 1
