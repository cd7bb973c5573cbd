package fleet

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/fixtures"
	"vitrine/tools"
)

var lastYears = map[string]any{"from": "2000-01-01", "to": "2100-01-01", "group_by": "seat"}

// TestBrokenConservationReturnsNoMoney breaks the sums on purpose: a bucket that is lost, a row that counts twice, and
// rows without a readable time. Each is refused with the counts, and no dollar leaves.
func TestBrokenConservationReturnsNoMoney(t *testing.T) {
	for _, broken := range []struct {
		name                    string
		window, bucket, undated int64
	}{{"a bucket is lost", 10, 7, 0}, {"a row counts twice", 10, 11, 0}, {"a row is undated", 10, 10, 1}} {
		c, err := conserve("run_record.started_at", broken.window, broken.bucket, broken.undated)
		var failed *tools.Error
		require.ErrorAs(t, err, &failed, broken.name)
		assert.Equal(t, tools.CodeConservationBroken, failed.Code)
		assert.False(t, c.Holds)
		assert.Equal(t, map[string]any{"window_rows": broken.window, "bucket_rows": broken.bucket, "undated_rows": broken.undated, "holds": false}, failed.Details)
	}
	for _, undated := range []string{"junk", "now", "12:00", "1778760000", "", "2026-02-31T00:00:00Z"} {
		f := serveRecord(t, fixtureRecord)
		f.exec("INSERT INTO run_record (started_at, cost_normalized_usd) VALUES (?, 1.5)", undated)
		f.exec("INSERT INTO ledger (at, real_usd) VALUES (?, 1.5)", undated)
		for tool, arguments := range map[string]map[string]any{
			"spend_window": lastYears, "executor_census": {"day": "2026-05-14"},
		} {
			failed := f.refused(tool, arguments)
			assert.Equal(t, tools.CodeConservationBroken, failed.Code, "%s %q", tool, undated)
			assert.EqualValues(t, 1, failed.Details["undated_rows"], "%s %q", tool, undated)
			text, err := json.Marshal(failed)
			require.NoError(t, err)
			assert.NotContains(t, string(text), "cost_usd")
		}
		for _, meter := range []string{"real", "virtual"} {
			assert.Equal(t, tools.CodeConservationBroken, f.refused("spend_window", map[string]any{"from": "2000-01-01", "to": "2100-01-01", "meter": meter}).Code, undated)
		}
	}
}

// TestWhatLooksBrokenAndIsNot answers where the sums do hold: times with an offset or without milliseconds at the
// window's edges, and a stored value that reads like our word for none.
func TestWhatLooksBrokenAndIsNot(t *testing.T) {
	f := serveRecord(t, fixtures.EmptyRecord)
	for _, row := range []struct {
		at, seat string
		cost     float64
	}{
		{"2026-05-14T00:00:00Z", "a", 1},
		{"2026-05-14T02:00:00.000+02:00", "a", 2},
		{"2026-05-14T23:59:59.999Z", "(unattributed)", 4},
		{"2026-05-15T00:00:00.000Z", "a", 8},
		{"2026-05-13T23:59:59Z", "a", 16},
		{"2026-05-15T01:59:59+02:00", "", 32},
	} {
		f.exec("INSERT INTO run_record (started_at, seat, cost_normalized_usd) VALUES (?, ?, ?)", row.at, row.seat, row.cost)
	}
	var got struct {
		Buckets []struct {
			Key          string      `json:"key"`
			Unattributed bool        `json:"unattributed"`
			Cost         json.Number `json:"cost_usd"`
		} `json:"buckets"`
		Conservation Conservation `json:"conservation"`
	}
	f.ask("spend_window", map[string]any{"from": "2026-05-14", "to": "2026-05-15", "group_by": "seat"}, &got)
	said := []string{}
	for _, b := range got.Buckets {
		said = append(said, fmt.Sprint(b.Key, " ", b.Unattributed, " ", b.Cost))
	}
	assert.Equal(t, []string{"(unattributed) true 32", "(unattributed) false 4", "a false 3"}, said)
	assert.Equal(t, Conservation{WindowRows: 4, BucketRows: 4, Holds: true}, got.Conservation)
}

// TestPagesVisitEachRowOnce walks the lists while a writer appends: whatever was there at the start comes exactly once.
func TestPagesVisitEachRowOnce(t *testing.T) {
	for _, limit := range []int{1, 7, 100} {
		t.Run(fmt.Sprint(limit), func(t *testing.T) {
			f := serveRecord(t, fixtureRecord)
			db := f.write(t)
			for _, list := range []struct{ tool, rows, key, query, add string }{
				{"fleet_show", "streams", "slug", "SELECT slug FROM streams", `INSERT INTO streams (slug, title, state, branch, base, worktree_path, created_at, updated_at)
					VALUES ('new-' || ?, 'new', 'running', 'b', 'main', '/w', '2026-05-14T00:00:00.000Z', '2099-01-01T00:00:00.000Z')`},
				{"capture_list", "captures", "id", "SELECT id FROM captures", `INSERT INTO captures (slug, captured_at, sha256, bytes) SELECT slug, '2026-05-14T00:00:00.000Z', ?, 1 FROM streams LIMIT 1`},
			} {
				start := map[string]bool{}
				rows, err := db.Query(list.query)
				require.NoError(t, err)
				for rows.Next() {
					var key any
					require.NoError(t, rows.Scan(&key))
					start[fmt.Sprint(key)] = true
				}
				require.NoError(t, rows.Err())
				rows.Close()
				require.NotEmpty(t, start)
				seen := map[string]int{}
				arguments := map[string]any{"limit": limit}
				if list.tool == "fleet_show" {
					arguments["horizon"] = "all"
				}
				for page := 0; ; page++ {
					require.Less(t, page, 10_000)
					var got map[string]any
					f.ask(list.tool, arguments, &got)
					for _, row := range got[list.rows].([]any) {
						seen[fmt.Sprint(row.(map[string]any)[list.key])]++
					}
					if got["next_after"] == nil {
						break
					}
					arguments["after"] = got["next_after"]
					if page < 50 {
						_, err := db.Exec(list.add, fmt.Sprint(limit, "-", page))
						require.NoError(t, err)
					}
				}
				for key := range start {
					assert.Equal(t, 1, seen[key], "%s %s", list.tool, key)
				}
				for key, times := range seen {
					assert.Equal(t, 1, times, "%s %s", list.tool, key)
				}
			}
		})
	}
}
