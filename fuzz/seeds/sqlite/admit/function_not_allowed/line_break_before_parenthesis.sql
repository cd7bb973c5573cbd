-- Does so with a permitted one.

SELECT lower -- (
('EVIL')
