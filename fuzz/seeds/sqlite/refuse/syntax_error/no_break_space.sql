-- Uses a no-break space (U+00A0) for white space, which other readers skip and SQLite takes for a name.

SELECT note FROM orders
