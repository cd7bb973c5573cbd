-- Changes the case.

SELECT PG_Sleep(9)
