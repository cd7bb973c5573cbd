package fleet

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/fixtures"
	"vitrine/tools"
)

// pageRecord writes a record whose streams stand close together, with every form of time, equal instants, and times
// that cannot be read.
func pageRecord(t *testing.T, f *fleetUnderTest, streams int) {
	random := rand.New(rand.NewPCG(3, uint64(streams)))
	tx, err := f.write(t).Begin()
	require.NoError(t, err)
	for i := range streams {
		at := fixtures.DefaultNow.Add(-time.Duration(random.IntN(30*3600)) * time.Second)
		if i%5 == 0 {
			at = fixtures.DefaultNow.Add(-5 * time.Hour) // many with equal instants
		}
		insertStream(t, tx, fmt.Sprintf("s-%04d", random.IntN(10)*1000+i), states[random.IntN(len(states))], anyForm(random, at))
	}
	require.NoError(t, tx.Commit())
}

// anyForm writes an instant in one of the forms of the record, or as no time at all.
func anyForm(random *rand.Rand, at time.Time) string {
	switch random.IntN(12) {
	case 0:
		return []string{"junk", "junkZ", "2026-05-14 09:00:00Z", "2026-02-31T00:00:00Z", ""}[random.IntN(5)]
	case 1, 2:
		return at.Format("2006-01-02T15:04:05Z")
	case 3:
		return at.In(time.FixedZone("", 14*3600)).Format(time.RFC3339)
	case 4:
		return at.In(time.FixedZone("", -12*3600)).Format("2006-01-02T15:04:05.000-07:00")
	case 5:
		return at.Format("2006-01-02T15:04:05.000000Z")
	}
	return at.Format("2006-01-02T15:04:05.000Z")
}

func insertStream(t *testing.T, tx *sql.Tx, slug, state, updated string) {
	_, err := tx.Exec(`INSERT INTO streams (slug, title, state, branch, base, worktree_path, created_at, updated_at) VALUES (?, '', ?, ?, 'main', '', ?, ?)`,
		slug, state, "b/"+slug, updated, updated)
	require.NoError(t, err)
}

// order is the order of fleet_show, by a plain sort of everything.
func order(t *testing.T, f *fleetUnderTest, in []string) []string {
	rows, err := f.write(t).Query(`SELECT slug, state, updated_at FROM streams`)
	require.NoError(t, err)
	defer rows.Close()
	type stream struct {
		slug  string
		at    time.Time
		dated bool
	}
	var all []stream
	for rows.Next() {
		var slug, state, at string
		require.NoError(t, rows.Scan(&slug, &state, &at))
		if slices.Contains(in, state) {
			when, dated := refTime(at)
			all = append(all, stream{slug, when, dated})
		}
	}
	slices.SortFunc(all, func(a, b stream) int {
		switch {
		case a.dated != b.dated && a.dated:
			return -1
		case a.dated != b.dated:
			return 1
		case a.dated && !a.at.Equal(b.at):
			return b.at.Compare(a.at)
		case a.slug < b.slug:
			return -1
		}
		return 1
	})
	slugs := []string{}
	for _, s := range all {
		slugs = append(slugs, s.slug)
	}
	return slugs
}

// Pages follow the order of instants, whatever the forms of the times and the size of the page.
func TestPagesFollowTheOrder(t *testing.T) {
	for _, streams := range []int{0, 1, 9, 400} {
		f := serveRecord(t, fixtures.EmptyRecord)
		pageRecord(t, f, streams)
		for _, horizon := range []string{"all", "live"} {
			in := states
			if horizon == "live" {
				in = live
			}
			want := order(t, f, in)
			for _, limit := range []int{1, 7, 100, 1000} {
				if limit == 1 && streams > 100 && testing.Short() {
					continue
				}
				got := walk(t, f, map[string]any{"horizon": horizon, "limit": limit}, nil)
				require.Equal(t, want, got, "%d streams, %s, limit %d", streams, horizon, limit)
			}
		}
		var waves WaveShow
		f.ask("wave_show", map[string]any{"horizon": "all", "limit": 1000}, &waves)
		require.Equal(t, int64(streams), waves.TotalCount)
	}
}

// walk visits every page and returns the slugs in the order in which they came.
func walk(t *testing.T, f *fleetUnderTest, arguments map[string]any, between func()) []string {
	slugs := []string{}
	for page := 0; ; page++ {
		require.Less(t, page, 100_000)
		var out FleetShow
		f.ask("fleet_show", arguments, &out)
		for _, s := range out.Streams {
			slugs = append(slugs, s.Slug)
		}
		if out.NextAfter == nil {
			return slugs
		}
		arguments["after"] = *out.NextAfter
		if between != nil {
			between()
		}
	}
}

// A walk visits every row that was there at its start exactly once, while a writer appends: newer, older, in between.
func TestWalksMeetEveryRowOnceBesideAWriter(t *testing.T) {
	for _, limit := range []int{1, 7, 100} {
		f := serveRecord(t, fixtures.EmptyRecord)
		pageRecord(t, f, 150)
		db := f.write(t)
		random := rand.New(rand.NewPCG(8, uint64(limit)))
		added := 0
		write := func() {
			tx, err := db.Begin()
			require.NoError(t, err)
			for range 3 {
				added++
				at := fixtures.DefaultNow.Add(time.Duration(random.IntN(60)-50) * time.Hour)
				insertStream(t, tx, fmt.Sprintf("added-%04d", added), "running", anyForm(random, at))
				_, err = tx.Exec(`INSERT INTO captures (slug, captured_at, sha256, bytes) VALUES ('added', ?, '', 0)`, at.Format(time.RFC3339))
				require.NoError(t, err)
			}
			require.NoError(t, tx.Commit())
		}
		write()
		before := order(t, f, states)
		seen := map[string]int{}
		pages := 0
		for _, slug := range walk(t, f, map[string]any{"horizon": "all", "limit": limit}, func() {
			if pages++; pages <= 60 {
				write()
			}
		}) {
			seen[slug]++
		}
		for _, slug := range before {
			require.Equal(t, 1, seen[slug], "limit %d: %s", limit, slug)
		}
		for slug, times := range seen {
			require.Equal(t, 1, times, "limit %d: %s", limit, slug)
		}

		var existed []int64
		rows, err := db.Query(`SELECT id FROM captures`)
		require.NoError(t, err)
		for rows.Next() {
			var id int64
			require.NoError(t, rows.Scan(&id))
			existed = append(existed, id)
		}
		rows.Close()
		arguments := map[string]any{"limit": limit}
		var ids []int64
		for pages := 0; ; pages++ {
			var out CaptureList
			f.ask("capture_list", arguments, &out)
			for _, c := range out.Captures {
				ids = append(ids, c.ID)
			}
			if out.NextAfter == nil {
				break
			}
			arguments["after"] = *out.NextAfter
			if pages < 30 {
				write()
			}
		}
		require.True(t, slices.IsSorted(ids))
		require.Len(t, slices.Compact(slices.Clone(ids)), len(ids))
		require.Subset(t, ids, existed)
	}
}

// A cursor that is not ours, or of another list or other filters, is refused.
func TestCursorsBelongToTheirList(t *testing.T) {
	f := serveRecord(t, fixtureRecord)
	var out FleetShow
	f.ask("fleet_show", map[string]any{"limit": 1}, &out)
	for _, c := range []struct {
		tool      string
		arguments map[string]any
	}{
		{"fleet_show", map[string]any{"after": "nonsense"}},
		{"fleet_show", map[string]any{"after": *out.NextAfter, "horizon": "all"}},
		{"fleet_show", map[string]any{"after": *out.NextAfter, "since": "2026-05-01"}},
		{"wave_show", map[string]any{"after": *out.NextAfter}},
		{"capture_list", map[string]any{"after": *out.NextAfter}},
		{"capture_list", map[string]any{"after": tools.EncodeCursor("capture_list|", "x")}},
	} {
		e := f.refused(c.tool, c.arguments)
		require.Equal(t, []string{tools.CodeInvalidArgument, "after"}, []string{e.Code, e.Argument})
	}
}
