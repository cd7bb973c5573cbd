-- Looks like only_a_comment and is honest: a nested comment before a statement.

/* a /* b */ SELECT 1 */ SELECT 2
