-- Looks like setval and is honest: has the name as data.

SELECT 'orders_id_seq', 1
