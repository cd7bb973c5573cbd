-- Looks like attach_without_spaces and is honest: selects without one.

select/**/'evil.db'as/**/evil
