-- Looks like vertical_tab and is honest: a form feed, which is white space in SQLite.

SELECT note FROM ordersWHERE id = 1
