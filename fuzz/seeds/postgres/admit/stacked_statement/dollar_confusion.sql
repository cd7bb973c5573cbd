-- Looks like dollar_confusion and is honest: the second in the dollar quote.

SELECT $a$; DELETE FROM orders --$a$
