-- A comment of that form between whole parts.

SELECT /*! 50000 */ 1
