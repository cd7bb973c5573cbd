-- Looks like mysql_version_comment and is honest: a comment of that form between whole parts.

SELECT /*! 50000 */ 1
