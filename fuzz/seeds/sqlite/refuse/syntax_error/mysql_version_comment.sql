-- Relies on a comment that MySQL runs, inside a statement that is incomplete without it.

SELECT /*! 1, */ FROM orders
