-- Has one word behind the separator.

SELECT 1; x
