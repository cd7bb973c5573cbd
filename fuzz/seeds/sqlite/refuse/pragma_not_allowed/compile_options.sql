-- Reads how the engine was built.

SELECT * FROM pragma_compile_options
