-- Generated columns and an index on an expression: the engine calls their functions, which the text does not name.

SELECT group_concat(token_lower, name_upper) FROM users
