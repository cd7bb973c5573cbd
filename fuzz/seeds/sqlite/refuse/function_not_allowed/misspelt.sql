-- Misspells a function, which is no attack.

SELECT lenght(note) FROM orders
