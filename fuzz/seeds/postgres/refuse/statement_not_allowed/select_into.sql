-- Creates a table by SELECT.

SELECT * INTO copy FROM orders
