-- Has the backslash in the middle.

SELECT '\; DELETE FROM orders; --'
