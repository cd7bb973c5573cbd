-- spend_window on the ledger's real meter: the buckets, and beside them the rows of the window and the undated rows of
-- the whole table, each counted apart.
$spend_ledger(real_usd)
