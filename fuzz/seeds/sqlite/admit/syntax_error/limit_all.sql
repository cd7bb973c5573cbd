-- Looks like limit_all and is honest: lifts the limit with a negative number; the cap of rows holds nevertheless.

SELECT * FROM orders LIMIT -1
