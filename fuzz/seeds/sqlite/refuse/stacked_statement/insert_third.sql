-- Has the write as the third statement.

SELECT 1; SELECT 2; INSERT INTO orders(note) VALUES ('x')
