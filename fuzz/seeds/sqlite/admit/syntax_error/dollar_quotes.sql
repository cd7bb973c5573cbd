-- Looks like dollar_quotes and is honest: a parameter with a dollar, and one that is qualified as in Tcl.

SELECT 1 WHERE coalesce($note, $ns::note, 1)
