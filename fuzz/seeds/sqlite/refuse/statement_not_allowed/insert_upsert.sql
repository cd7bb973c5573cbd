-- Updates through the conflict clause of INSERT.

INSERT INTO orders(id, note) VALUES (1, 'x') ON CONFLICT (id) DO UPDATE SET note = excluded.note RETURNING id
