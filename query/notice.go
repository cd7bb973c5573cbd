package query

// The codes of the notices of this package and its engines, beside those of the guard.
const (
	NoticeTruncated = "truncated"      // more rows would have followed
	NoticeCellsCut  = "cells_cut"      // cells were longer than the budget, and were cut
	NoticeMasked    = "masked_columns" // columns that the policy masks were read as NULL
	NoticeImmutable = "immutable"      // the file was opened as immutable: changes by others may go unseen
)
