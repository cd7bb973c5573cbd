-- Closes a nested comment once too little.

SELECT 1 /* a /* b */
