-- Looks like lateral and is honest: a table named lateral would be no keyword; here it is an alias.

SELECT lateral.id FROM users AS lateral
