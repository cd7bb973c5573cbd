-- Looks like wal and is honest: joins the texts.

SELECT concat_ws(',', 'a', 'b')
