-- Calls the pragma that writes statistics when it is stepped.

SELECT * FROM pragma_optimize(65538)
