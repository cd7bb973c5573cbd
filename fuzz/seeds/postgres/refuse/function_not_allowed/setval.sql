-- Sets a sequence.

SELECT setval('orders_id_seq', 1)
