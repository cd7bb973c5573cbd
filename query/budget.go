package query

import (
	"fmt"
	"time"
)

// Budget bounds one call. A zero field means the default named with it; Unlimited lifts a bound where a source permits
// that.
type Budget struct {
	Time      time.Duration // the whole call, waiting included; default 5 s
	Rows      int           // rows that the caller gets; 0 means what the statement's RowCap says
	Bytes     int64         // bytes of the whole result as the engine gives it; cut at a whole row; default unlimited
	CellBytes int64         // bytes of one text or blob; longer ones are cut and marked; default unlimited
}

// DefaultTime is how long a call may take where a Budget says nothing.
const DefaultTime = 5 * time.Second

// Unlimited, in any field of a Budget, asks for no bound. A call gets it only where the runner's own budget has none:
// see [RunnerOptions].
const Unlimited = -1

// within returns the budget of a call that asks for b under the standing budget most: what b leaves at zero is taken
// from most, and nothing goes beyond most. Unlimited comes out as zero for every field, Time included.
func (b Budget) within(most Budget) Budget {
	if most.Time == 0 {
		most.Time = DefaultTime
	}
	return Budget{
		Time:      lower(b.Time, most.Time),
		Rows:      lower(b.Rows, most.Rows),
		Bytes:     lower(b.Bytes, most.Bytes),
		CellBytes: lower(b.CellBytes, most.CellBytes),
	}
}

// lower returns the lower of two bounds, where neither zero nor a negative number is a bound; zero where there is none.
func lower[T int | int64 | time.Duration](asked, most T) T {
	switch {
	case asked <= 0 && most <= 0:
		return 0
	case asked <= 0:
		return most
	case most <= 0:
		return asked
	}
	return min(asked, most)
}

// timeout is the error of a call that used up its time.
func timeout(limit time.Duration) *Error {
	return &Error{
		Code:    CodeTimeout,
		Message: fmt.Sprintf("the query did not end within its time limit of %s", limit),
		Hint:    "narrow it with WHERE, LIMIT or an indexed column, or raise the time limit (--timeout on the command line, the time budget in the configuration of a server)",
	}
}
