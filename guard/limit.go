package guard

import "strconv"

// limit returns the text to run: the first statement alone, with a LIMIT put in or lowered at exact places of the
// original, so that the engine need not produce much more than the caller will get. One row more than the cap is asked
// for, since the runner, which keeps the cap, could not tell otherwise that it truncated.
func (c *check) limit(r *reading) string {
	text := c.sql[r.start:r.end]
	rows := c.policy.RowCap
	if rows <= 0 || r.kind != Select {
		return text
	}
	count := strconv.FormatInt(int64(rows)+1, 10)
	switch {
	case r.limit.insertable:
		// Directly behind the last token: a comment behind it would swallow the clause.
		return text + " LIMIT " + count
	case r.limit.literal && r.limit.value > int64(rows):
		return c.sql[r.start:r.limit.offset] + count + c.sql[r.limit.end:r.end]
	}
	return text
}
