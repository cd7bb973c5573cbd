-- spend_window on the ledger's virtual meter: the buckets, and beside them the rows of the window and the undated rows of
-- the whole table, each counted apart.
$spend_ledger(virtual_usd)
