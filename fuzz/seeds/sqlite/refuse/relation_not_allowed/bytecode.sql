-- Compiles a text in an argument.

SELECT * FROM bytecode('SELECT token FROM secrets')
