package query

// The codes of the notices of this package and its engines, beside those of the guard.
const (
	NoticeTruncated  = "truncated"      // more rows would have followed
	NoticeCellsCut   = "cells_cut"      // cells were longer than the budget, and were cut
	NoticeMasked     = "masked_columns" // columns that the policy masks were read as NULL
	NoticeQuotedText = "quoted_text"    // a name in double quotes is no column, and SQLite read it as a text
	NoticeImmutable  = "immutable"      // the file was opened as immutable: changes by others may go unseen
)
