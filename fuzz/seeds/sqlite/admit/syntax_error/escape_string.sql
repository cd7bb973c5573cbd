-- Looks like escape_string and is honest: a name followed by a literal as its alias.

SELECT note 'the note' FROM orders
