-- Updates rows.

UPDATE orders SET note = 'x'
