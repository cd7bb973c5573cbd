package fleet

import (
	"fmt"

	"vitrine/tools"
)

// Conservation is the proof that an aggregate lost no row: the rows of its window, counted apart from the buckets, and
// the rows in the buckets.
type Conservation struct {
	WindowRows  int64 `json:"window_rows" jsonschema:"rows of the window, measured apart from the buckets"`
	BucketRows  int64 `json:"bucket_rows" jsonschema:"rows in all buckets"`
	UndatedRows int64 `json:"undated_rows" jsonschema:"rows of the whole table whose time cannot be read"`
	Holds       bool  `json:"holds"`
}

// conserve returns the counts where they agree, and else an error that carries them: a smaller number is never printed
// in silence. what names the rows ("run_record.started_at").
func conserve(what string, window, bucket, undated int64) (Conservation, error) {
	c := Conservation{window, bucket, undated, window == bucket && undated == 0}
	if c.Holds {
		return c, nil
	}
	e := &tools.Error{
		Code: tools.CodeConservationBroken,
		Details: map[string]any{
			"window_rows": window, "bucket_rows": bucket, "undated_rows": undated, "holds": false,
		},
	}
	if undated > 0 {
		e.Message = fmt.Sprintf("%d rows have a time in %s that cannot be read, so no window can be said to be whole", undated, what)
		e.Hint = "have the record corrected: a time reads YYYY-MM-DDTHH:MM:SS, then milliseconds and an offset or Z"
	} else {
		e.Message = fmt.Sprintf("the window has %d rows by %s and the buckets hold %d, so the sums would be wrong", window, what, bucket)
		e.Hint = "this is a fault of the gateway or of the record's index: have the operator run PRAGMA integrity_check on the record, and report it"
	}
	return c, e
}
