-- Moves the search path to functions of its own.

SET search_path = evil
