-- Looks like settings and is honest: columns of those names.

SELECT id AS name, note AS setting FROM orders
