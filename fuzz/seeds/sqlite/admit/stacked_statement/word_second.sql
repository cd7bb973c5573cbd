-- Has a comment there.

SELECT 1; --x
