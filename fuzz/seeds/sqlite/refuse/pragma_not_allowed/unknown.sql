-- Asks for a pragma that nobody knows.

SELECT * FROM pragma_no_such_thing
