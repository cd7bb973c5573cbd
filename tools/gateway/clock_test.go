package gateway_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/tools/audit"
	"vitrine/tools/config"
	"vitrine/tools/gateway"
)

// TestTheClockJumps sets the wall clock back and forth between calls, by seconds and by millennia. All are answered and
// recorded: what the audit measures goes by the monotonic clock, and its chain by its sequence. (So does all that waits:
// rates, deadlines and locks compare what time.Now gives, which holds the monotonic clock too.)
func TestTheClockJumps(t *testing.T) {
	dir, file := folder(t, everything)
	path := filepath.Join(dir, "audit.jsonl")
	book, err := audit.Open(audit.Options{Path: path})
	require.NoError(t, err)
	defer book.Close()
	jumps := []time.Time{
		time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC), time.Date(2026, 12, 1, 11, 59, 50, 0, time.UTC), time.Unix(0, 0), time.Unix(-1, 0),
		time.Date(9999, 12, 31, 23, 59, 59, 999, time.UTC), time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2026, 12, 1, 12, 0, 1, 0, time.UTC),
	}
	looked := 0
	r, err := gateway.NewReloader(config.Flags{Config: file}, gateway.Options{Audit: book, Clock: func() time.Time {
		looked++
		return jumps[looked%len(jumps)]
	}})
	require.NoError(t, err)
	defer r.Close()
	calls := 0
	for range len(jumps) {
		for tool, arguments := range map[string]args{
			"substrate_read":  {"sql": "SELECT count(*) FROM users", "source": "shop"},
			"fleet_show":      {"limit": 1},
			"spend_window":    {"from": "2026-05-01", "to": "2026-05-14"},
			"executor_census": {"day": "2026-05-14"},
			"cell_status":     {},
		} {
			result := call(t, r, local, tool, arguments)
			assert.False(t, result.IsError, "%s: %s", tool, result.Text)
			calls++
		}
	}
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	key, err := audit.LoadKey(path + ".key")
	require.NoError(t, err)
	report, err := audit.Verify(f, key, nil)
	require.NoError(t, err)
	assert.Empty(t, report.Problems)
	assert.Equal(t, calls, report.Lines)
	_, err = f.Seek(0, 0)
	require.NoError(t, err)
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var e struct {
			Duration int64 `json:"duration_us"`
		}
		require.NoError(t, json.Unmarshal(lines.Bytes(), &e))
		assert.True(t, 0 <= e.Duration && e.Duration < 60_000_000, "%s", lines.Text())
	}
}
