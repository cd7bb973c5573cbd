-- Makes one reader see a subquery where SQLite sees one quoted name.

SELECT "a`, (SELECT token FROM secrets), `b" FROM orders
