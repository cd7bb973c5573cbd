-- Moves a sequence.

SELECT nextval('orders_id_seq')
