-- Selects without one.

select/**/'evil.db'as/**/evil
