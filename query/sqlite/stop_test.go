package sqlite

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// TestSortsAndSetsAreStopped cancels statements in each of the phases of collecting, sorting and giving rows. What is
// asserted leaves room for a machine that is busy; the figures are logged.
func TestSortsAndSetsAreStopped(t *testing.T) {
	if testing.Short() {
		t.Skip("takes ten seconds")
	}
	s := open(t, database(t, "CREATE TABLE t(x)"))
	const numbers = "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000) "
	for _, text := range []string{
		numbers + "SELECT count(*) FROM (SELECT i FROM n ORDER BY (i * 7919) % 1000003 LIMIT 1000000 OFFSET 10)",
		numbers + "SELECT count(*) FROM (SELECT i FROM n ORDER BY cast((i * 7919) % 1000003 AS TEXT) LIMIT 1000000 OFFSET 10)",
		numbers + "SELECT count(DISTINCT i * 7919 % 1000003) FROM n",
		numbers + "SELECT sum(i) OVER (ORDER BY i * 7919 % 1000003) FROM n",
		numbers + "SELECT group_concat(i) FROM n GROUP BY i % 3",
	} {
		for deadline := 50 * time.Millisecond; ; deadline *= 3 {
			o := leastOverrun(t, s, text, names("n").calling("sum", "group_concat"), nil, deadline)
			t.Logf("%7.1f ms after %v: %s", float64(o.took.Microseconds())/1000, deadline, text[len(numbers):])
			assert.Less(t, o.took, 2*time.Second, text)
			if !o.stopped() || deadline > time.Second {
				break
			}
		}
	}
}

func (s standIn) calling(functions ...string) standIn {
	s.functions = append(append([]string{}, s.functions...), functions...)
	return s
}
