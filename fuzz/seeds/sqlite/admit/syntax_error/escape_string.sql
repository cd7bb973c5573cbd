-- A name followed by a literal as its alias.

SELECT note 'the note' FROM orders
