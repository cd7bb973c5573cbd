-- Sends a comment in place of a statement.

/* SELECT 1 */
