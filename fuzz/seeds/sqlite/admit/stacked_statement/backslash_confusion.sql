-- Looks like backslash_confusion and is honest: has the backslash in the middle.

SELECT '\; DELETE FROM orders; --'
