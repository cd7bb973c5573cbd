package query

import (
	"strconv"
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

func itoa(i int) string { return strconv.Itoa(i) }
