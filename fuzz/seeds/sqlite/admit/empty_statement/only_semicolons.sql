-- Empty statements before and behind the one that counts.

SELECT 1;;  ;
