-- Sends a nested comment in place of a statement.

/* a /* b */ SELECT 1 */
