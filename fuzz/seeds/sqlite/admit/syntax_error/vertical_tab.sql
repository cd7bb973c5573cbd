-- A form feed, which is white space in SQLite.

SELECT note FROM ordersWHERE id = 1
