-- Puts a line comment and a line break there.

SELECT load_extension -- (
('evil')
