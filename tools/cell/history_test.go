package cell_test

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/fixtures"
	"vitrine/guard"
	"vitrine/tools"
	"vitrine/tools/cell"
)

type directives struct {
	Since, Until *string
	Directives   []struct {
		ID         int64
		ReceivedAt string `json:"received_at"`
		Kind       string
	}
	TotalCount int64   `json:"total_count"`
	NextAfter  *string `json:"next_after"`
}

func (d directives) ids() []int64 {
	ids := []int64{}
	for _, row := range d.Directives {
		ids = append(ids, row.ID)
	}
	return ids
}

type responses struct {
	Responses []struct {
		ID              int64
		DirectiveSHA256 *string `json:"directive_sha256"`
	}
	TotalCount int64   `json:"total_count"`
	NextAfter  *string `json:"next_after"`
}

func TestGolden(t *testing.T) {
	s := serve(t, fixture, nil)
	var newest directives
	s.call("directive_history", `{"limit": 1}`, &newest)
	golden(t, "directive_history.json", indent(t, s.call("directive_history", `{"since": "2026-05-14", "limit": 3}`, nil)))
	golden(t, "franklin_response_tail.json", indent(t, s.call("franklin_response_tail", `{"limit": 3}`, nil)))
	sha := strings.Repeat("0", 64)
	golden(t, "causal_chain_unknown.json", indent(t, s.call("causal_chain", `{"directive_sha256": "`+sha+`"}`, nil)))
	var longest string
	require.NoError(t, s.writer().QueryRow(`SELECT directive_sha256 FROM directive_causal_chains GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1`).Scan(&longest))
	lower := s.call("causal_chain", `{"directive_sha256": "`+longest+`"}`, nil)
	golden(t, "causal_chain.json", indent(t, lower))
	assert.Equal(t, lower, s.call("causal_chain", `{"directive_sha256": "`+strings.ToUpper(longest)+`"}`, nil), "either case")
}

func TestDirectiveHistoryEmpty(t *testing.T) {
	s := serve(t, fixtures.EmptySubstrate, nil)
	assert.Equal(t, `{"contract_version":4,"since":null,"until":null,"directives":[],"total_count":0,"next_after":null,"notices":[]}`,
		s.call("directive_history", `{}`, nil))
	assert.Equal(t, `{"contract_version":4,"responses":[],"total_count":0,"next_after":null,"notices":[]}`,
		s.call("franklin_response_tail", `{}`, nil))
}

func TestHistoryArguments(t *testing.T) {
	s := serve(t, fixtures.EmptySubstrate, nil)
	var after directives
	for tool, refused := range map[string]map[string]string{
		"directive_history": {
			`{"limit": 0}`: "limit", `{"limit": 501}`: "limit", `{"limit": 1.5}`: "limit", `{"limit": "5"}`: "limit",
			`{"kind": "order"}`: "kind", `{"since": "now"}`: "since", `{"until": "12:00"}`: "until", `{"since": "1778760000"}`: "since",
			`{"after": "x"}`: "after", `{"sinse": "2026-05-14"}`: "sinse",
		},
		"franklin_response_tail": {`{"limit": 201}`: "limit", `{"directive_sha256": "abc"}`: "directive_sha256", `{"after": "x"}`: "after"},
		"causal_chain":           {`{}`: "directive_sha256", `{"directive_sha256": "` + strings.Repeat("g", 64) + `"}`: "directive_sha256"},
	} {
		for arguments, argument := range refused {
			assert.Equal(t, argument, s.fail(tool, arguments, tools.CodeInvalidArgument).Argument, "%s %s", tool, arguments)
		}
	}
	e := s.fail("directive_history", `{"kind": "order"}`, tools.CodeInvalidArgument)
	assert.Equal(t, []string{"inquiry", "directive", "mixed"}, e.Accepted)

	filled := serve(t, fixture, nil)
	filled.call("directive_history", `{"limit": 1}`, &after)
	filled.fail("directive_history", `{"limit": 1, "kind": "mixed", "after": "`+*after.NextAfter+`"}`, tools.CodeInvalidArgument)
	filled.fail("franklin_response_tail", `{"after": "`+*after.NextAfter+`"}`, tools.CodeInvalidArgument)
}

// stamps are received_at as writers wrote it, old ones and mistaken ones among them.
var stamps = []func(time.Time) string{
	func(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") },
	func(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05Z") },
	func(t time.Time) string {
		return t.In(time.FixedZone("", 5*3600+1800)).Format("2006-01-02T15:04:05.000-07:00")
	},
	func(t time.Time) string {
		return t.In(time.FixedZone("", -11*3600)).Format("2006-01-02T15:04:05-07:00")
	},
	func(time.Time) string { return "junk" },
	func(time.Time) string { return "now" },
	func(time.Time) string { return "12:00" },
	func(time.Time) string { return "1778760000" },
	func(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05") },
}

type stamped struct {
	id   int64
	kind string
	ms   int64
	read bool
}

// instant reads a stamp as the contract says, in Go and not in SQL.
func instant(text string) (int64, bool) {
	if !strings.Contains(text, "T") {
		return 0, false
	}
	t, err := time.Parse(time.RFC3339Nano, text)
	return t.UnixMilli(), err == nil
}

func randomDirectives(random *rand.Rand, db *sql.DB, n int) ([]stamped, error) {
	rows := make([]stamped, 0, n)
	start := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	tx, err := db.Begin()
	if err != nil {
		return nil, err
	}
	for i := range n {
		at := start.Add(time.Duration(random.IntN(72*4)) * 15 * time.Minute) // ties are wanted
		text := stamps[random.IntN(len(stamps))](at)
		kind := []string{"inquiry", "directive", "mixed"}[random.IntN(3)]
		id := int64(i*7%n + 1)
		if _, err := tx.Exec(`INSERT INTO user_directives VALUES (?, ?, ?, 'ann', ?, NULL, 'b', 1)`,
			id, fmt.Sprintf("%064x", i), text, kind); err != nil {
			return nil, err
		}
		ms, ok := instant(text)
		rows = append(rows, stamped{id, kind, ms, ok})
	}
	return rows, tx.Commit()
}

// A reference in plain Go agrees on 60 random substrates with every kind of stamp: the rows, their order, the total, and
// what the cursors visit.
func TestDirectiveHistoryAgainstReference(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 60 {
		s := serve(t, fixtures.EmptySubstrate, nil)
		n := 1 + random.IntN(60)
		for gcd(7, n) != 1 {
			n++
		}
		rows, err := randomDirectives(random, s.writer(), n)
		require.NoError(t, err)
		arguments, want := randomFilter(random, rows)
		slices.SortFunc(want, func(a, b stamped) int {
			if a.read != b.read {
				return map[bool]int{true: -1, false: 1}[a.read]
			}
			if a.read && a.ms != b.ms {
				return cmp.Compare(b.ms, a.ms)
			}
			return cmp.Compare(b.id, a.id)
		})
		ids := []int64{}
		for _, row := range want {
			ids = append(ids, row.id)
		}
		for _, limit := range []int{1, 7, 500} {
			got, after := []int64{}, ""
			for {
				var page directives
				s.call("directive_history", fmt.Sprintf(`{%s"limit": %d, "after": %q}`, arguments, limit, after), &page)
				require.EqualValues(t, len(want), page.TotalCount, arguments)
				got = append(got, page.ids()...)
				if page.NextAfter == nil {
					break
				}
				require.Len(t, page.Directives, limit)
				require.LessOrEqual(t, len(got), len(want), "the walk does not end")
				after = *page.NextAfter
			}
			require.Equal(t, ids, got, "%s limit %d", arguments, limit)
		}
	}
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func randomFilter(random *rand.Rand, rows []stamped) (arguments string, matching []stamped) {
	since, until, kind := int64(-1<<62), int64(1<<62), ""
	at := func() time.Time { return time.Date(2026, 5, 1, 0, random.IntN(3*24*60), 0, 0, time.UTC) }
	window := false
	if random.IntN(2) == 0 {
		t := at()
		since, window = t.UnixMilli(), true
		arguments += fmt.Sprintf(`"since": %q, `, t.In(time.FixedZone("", 7200)).Format(time.RFC3339))
	}
	if random.IntN(2) == 0 {
		t := at()
		until, window = t.UnixMilli(), true
		arguments += fmt.Sprintf(`"until": %q, `, t.Format(time.RFC3339))
	}
	if random.IntN(2) == 0 {
		kind = "mixed"
		arguments += `"kind": "mixed", `
	}
	for _, row := range rows {
		inside := row.read && row.ms >= since && row.ms < until
		if (kind == "" || row.kind == kind) && (!window || inside) {
			matching = append(matching, row)
		}
	}
	return arguments, matching
}

func TestWindowIsHalfOpenAndResolved(t *testing.T) {
	s := serve(t, fixtures.EmptySubstrate, nil)
	db := s.writer()
	for i, at := range []string{"2026-05-13T23:59:59.999Z", "2026-05-14T00:00:00Z", "2026-05-14T23:59:59.999Z", "2026-05-15T00:00:00.000Z", "2026-05-15T02:00:00+02:00"} {
		_, err := db.Exec(`INSERT INTO user_directives VALUES (?, ?, ?, 'ann', 'mixed', NULL, 'b', 1)`, i+1, fmt.Sprintf("%064x", i), at)
		require.NoError(t, err)
	}
	var got directives
	s.call("directive_history", `{"since": "2026-05-14", "until": "2026-05-15"}`, &got)
	assert.Equal(t, []int64{3, 2}, got.ids())
	assert.Equal(t, "2026-05-14T00:00:00.000Z", *got.Since)
	assert.Equal(t, "2026-05-15T00:00:00.000Z", *got.Until)
}

// Walking the pages while directives are added visits each that existed at the start exactly once.
func TestWalkWhileRowsAreAdded(t *testing.T) {
	s := serve(t, fixture, nil)
	db := s.writer()
	var before directives
	s.call("directive_history", `{"limit": 500}`, &before)
	for _, limit := range []int{1, 7, 100} {
		seen, after := map[int64]int{}, ""
		for i := 0; ; i++ {
			_, err := db.Exec(`INSERT INTO user_directives (directive_sha256, received_at, operator, kind, body, tau_block) VALUES (?, ?, 'ann', 'mixed', 'new', 1)`,
				fmt.Sprintf("%032x%032x", limit, i), time.Date(2026, 5, 14, 10, 0, 0, i*1e6, time.UTC).Format("2006-01-02T15:04:05.000Z"))
			require.NoError(t, err)
			var page directives
			s.call("directive_history", fmt.Sprintf(`{"limit": %d, "after": %q}`, limit, after), &page)
			for _, id := range page.ids() {
				seen[id]++
			}
			require.LessOrEqual(t, i, 2*len(before.Directives), "the walk does not end")
			if page.NextAfter == nil {
				break
			}
			after = *page.NextAfter
		}
		for _, id := range before.ids() {
			require.Equal(t, 1, seen[id], "directive %d with limit %d", id, limit)
		}
	}
}

func TestResponsesOfOneDirective(t *testing.T) {
	s := serve(t, fixture, nil)
	var all responses
	s.call("franklin_response_tail", `{"limit": 200}`, &all)
	counts := map[string]int64{}
	unprompted := false
	for _, r := range all.Responses {
		if r.DirectiveSHA256 == nil {
			unprompted = true
		} else {
			counts[*r.DirectiveSHA256]++
		}
	}
	assert.True(t, unprompted, "the fixture has unprompted responses")
	checked := 0
	for sha := range counts {
		var one responses
		s.call("franklin_response_tail", `{"directive_sha256": "`+strings.ToUpper(sha)+`"}`, &one)
		assert.GreaterOrEqual(t, one.TotalCount, counts[sha])
		for _, r := range one.Responses {
			assert.Equal(t, sha, *r.DirectiveSHA256)
		}
		if checked++; checked == 5 {
			break
		}
	}
}

func TestChainIsCappedWithTotals(t *testing.T) {
	s := serve(t, fixtures.EmptySubstrate, nil)
	sha := strings.Repeat("a", 64)
	db := s.writer()
	_, err := db.Exec(`INSERT INTO user_directives VALUES (1, ?, '2026-05-14T00:00:00.000Z', 'ann', 'mixed', NULL, 'b', 1)`, sha)
	require.NoError(t, err)
	_, err = db.Exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
		INSERT INTO franklin_responses SELECT i, ?, '2026-05-14T00:00:01.000Z', 'c', 'b', 'w' FROM n`, sha)
	require.NoError(t, err)
	var got struct {
		Found, Truncated bool
		TotalCount       int64 `json:"total_count"`
		Chain            []struct {
			Stage int
			RowID int64 `json:"row_id"`
		}
	}
	s.call("causal_chain", `{"directive_sha256": "`+sha+`"}`, &got)
	assert.True(t, got.Found && got.Truncated)
	assert.EqualValues(t, 1201, got.TotalCount)
	require.Len(t, got.Chain, 1000)
	assert.Equal(t, 1, got.Chain[0].Stage)
	for i := 1; i < len(got.Chain); i++ {
		require.EqualValues(t, i, got.Chain[i].RowID)
	}
}

func TestSchemaMismatchNamesWhatIsMissing(t *testing.T) {
	sha := `{"directive_sha256": "` + strings.Repeat("a", 64) + `"}`
	for _, c := range []struct{ missing, tool, arguments, says string }{
		{"franklin_responses", "franklin_response_tail", `{}`, "franklin_responses"},
		{"user_directives.tau_block", "directive_history", `{}`, "user_directives has no column tau_block"},
		{"directive_causal_chains", "causal_chain", sha, "directive_causal_chains"},
	} {
		s := serve(t, func(path string) error {
			if c.missing == "directive_causal_chains" { // older ones never have the view
				return fixtures.OlderSubstrate(path)
			}
			return fixtures.OlderSubstrate(path, c.missing)
		}, nil)
		e := s.fail(c.tool, c.arguments, tools.CodeSchemaMismatch)
		assert.Contains(t, e.Message, c.says)
		assert.Contains(t, e.Message, "expected is")
		assert.Equal(t, c.missing, e.Details["missing"])
	}
	plain := serve(t, fixtures.Cases, nil)
	e := plain.fail("directive_history", `{}`, tools.CodeSchemaMismatch)
	assert.Contains(t, e.Message, "no table or view user_directives")
}

// Whatever SQLite lets a column hold comes out exactly, as substrate_read would give it.
func TestOddValues(t *testing.T) {
	s := serve(t, fixtures.EmptySubstrate, nil)
	_, err := s.writer().Exec(`INSERT INTO user_directives VALUES (1, ?, '2026-05-14T00:00:00.000Z', x'00ff', 'mixed', 'a' || char(0) || 'b', '<script>"\', 9007199254740993)`,
		strings.Repeat("a", 64))
	require.NoError(t, err)
	text := s.call("directive_history", `{}`, nil)
	assert.Contains(t, text, `"operator":{"$blob":"AP8=","bytes":2}`)
	assert.Contains(t, text, `"directive_type":"a\u0000b"`)
	assert.Contains(t, text, `"body":"<script>\"\\"`)
	assert.Contains(t, text, `"tau_block":{"$integer":"9007199254740993"}`)
}

// A policy that denies what a tool reads makes that tool refuse, and no other; a masked column reads as null.
func TestConfiguredPolicy(t *testing.T) {
	denied := serve(t, fixture, func(o *cell.Options) { o.Policy.DenyColumns = []string{"user_directives.body"} })
	denied.fail("directive_history", `{}`, string(guard.ColumnNotAllowed))
	denied.call("franklin_response_tail", `{}`, nil)
	masked := serve(t, fixture, func(o *cell.Options) { o.Policy.MaskColumns = []string{"user_directives.body"} })
	text := masked.call("directive_history", `{"limit": 1}`, nil)
	assert.Contains(t, text, `"body":null`)
	assert.Contains(t, text, `"masked_columns"`)
}

// All of one answer is one snapshot: the total and the rows agree while a writer adds and removes.
func TestOneSnapshot(t *testing.T) {
	s := serve(t, fixtures.EmptySubstrate, nil)
	db := s.writer()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		for i := 0; ctx.Err() == nil; i++ {
			db.Exec(`INSERT INTO user_directives (directive_sha256, received_at, operator, kind, body, tau_block) VALUES (?, '2026-05-14T00:00:00.000Z', 'a', 'mixed', 'b', 1)`, fmt.Sprintf("%064x", i))
			if i%20 == 19 {
				db.Exec(`DELETE FROM user_directives`)
			}
		}
	}()
	for range 300 {
		var page directives
		s.call("directive_history", `{"limit": 500}`, &page)
		require.EqualValues(t, page.TotalCount, len(page.Directives))
	}
	cancel()
	<-done
}
