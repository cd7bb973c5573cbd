-- Looks like regexp_operator and is honest: uses the operators whose functions are.

SELECT note FROM orders WHERE note GLOB 'f*' OR note LIKE 's%'
