package fleet

import (
	"database/sql"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/fixtures"
)

// The reference: what the aggregates must say, from plain loops over the rows, with no SQL but SELECT of whole tables,
// and with none of the code under test.

// refRun is one row of run_record or ledger.
type refRun struct {
	at                                             time.Time
	dated                                          bool
	slug, session, workspace, seat, model, backend string
	billing, machine, identity                     string
	in, out, cached, calls, refusals, bypasses     int64
	cost, virtual, legacy                          *float64 // cost is normalized or real
	declared, preMeter                             bool
}

// refTime reads the forms that the generators write.
func refTime(text string) (time.Time, bool) {
	t, err := time.Parse(time.RFC3339Nano, text)
	return t.UTC(), err == nil
}

// refMicros rounds the exact decimal expansion of a double to six places, half to even, digit by digit.
func refMicros(f float64) *big.Int {
	text := new(big.Float).SetFloat64(math.Abs(f)).Text('f', 1080)
	point := strings.IndexByte(text, '.')
	kept, rest := text[:point]+text[point+1:point+7], text[point+7:]
	n, _ := new(big.Int).SetString(kept, 10)
	switch strings.Compare(rest, "5"+strings.Repeat("0", len(rest)-1)) {
	case 1:
		n.Add(n, big.NewInt(1))
	case 0:
		if n.Bit(0) == 1 {
			n.Add(n, big.NewInt(1))
		}
	}
	if f < 0 {
		n.Neg(n)
	}
	return n
}

// refDollars writes micro-dollars as the JSON must have them.
func refDollars(n *big.Int) string {
	r := new(big.Rat).SetFrac(n, big.NewInt(1_000_000))
	text := r.FloatString(6)
	text = strings.TrimRight(text, "0")
	return strings.TrimSuffix(text, ".")
}

// refTotal adds up rows.
type refTotal struct {
	rows, unknown int64
	micros        big.Int
}

func (t *refTotal) add(cost *float64) {
	t.rows++
	if cost == nil {
		t.unknown++
		return
	}
	t.micros.Add(&t.micros, refMicros(*cost))
}

func text(v sql.NullString) string { return v.String }

func refRuns(t *testing.T, db *sql.DB) []refRun {
	rows, err := db.Query(`SELECT started_at, slug, seat, model, backend, billing_mode, machine_id, identity, tokens_in, tokens_out, tokens_cached,
		cost_normalized_usd FROM run_record`)
	require.NoError(t, err)
	defer rows.Close()
	var all []refRun
	for rows.Next() {
		var r refRun
		var at string
		var s [7]sql.NullString
		require.NoError(t, rows.Scan(&at, &s[0], &s[1], &s[2], &s[3], &s[4], &s[5], &s[6], &r.in, &r.out, &r.cached, &r.cost))
		r.at, r.dated = refTime(at)
		r.slug, r.seat, r.model, r.backend, r.billing, r.machine, r.identity = text(s[0]), text(s[1]), text(s[2]), text(s[3]), text(s[4]), text(s[5]), text(s[6])
		all = append(all, r)
	}
	require.NoError(t, rows.Err())
	return all
}

func refLedger(t *testing.T, db *sql.DB) []refRun {
	rows, err := db.Query(`SELECT at, session, workspace, slug, seat, model, backend, billing_mode, calls, refusals, pin_bypasses, tokens_in, tokens_out,
		tokens_cached, real_usd, virtual_usd, legacy_usd, zero_declared, pre_meter FROM ledger`)
	require.NoError(t, err)
	defer rows.Close()
	var all []refRun
	for rows.Next() {
		var r refRun
		var at string
		var s [7]sql.NullString
		var declared, preMeter int64
		require.NoError(t, rows.Scan(&at, &s[0], &s[1], &s[2], &s[3], &s[4], &s[5], &s[6], &r.calls, &r.refusals, &r.bypasses, &r.in, &r.out, &r.cached,
			&r.cost, &r.virtual, &r.legacy, &declared, &preMeter))
		r.at, r.dated = refTime(at)
		r.session, r.workspace, r.slug, r.seat, r.model, r.backend, r.billing = text(s[0]), text(s[1]), text(s[2]), text(s[3]), text(s[4]), text(s[5]), text(s[6])
		r.declared, r.preMeter = declared == 1, preMeter == 1
		all = append(all, r)
	}
	require.NoError(t, rows.Err())
	return all
}

// key names a group as the answer does: the shown key and whether it stands for an empty value.
func key(stored string) string {
	if stored == "" {
		return "(unattributed)|true"
	}
	return stored + "|false"
}

// references checks every aggregate of one record.
type references struct {
	t      *testing.T
	f      *fleetUnderTest
	runs   []refRun
	ledger []refRun
	random *rand.Rand
}

// randomRecords is how many random records a test goes through.
func randomRecords(t *testing.T) uint64 {
	given := os.Getenv("VITRINE_RECORDS")
	switch {
	case given != "":
		records, err := strconv.ParseUint(given, 10, 32)
		require.NoError(t, err)
		return records
	case testing.Short():
		return 20
	}
	return 100
}

// TestAggregatesAgreeWithTheReference holds every number of the aggregates against the reference on random records: 100
// of them, or as many as VITRINE_RECORDS says.
func TestAggregatesAgreeWithTheReference(t *testing.T) {
	for seed := range randomRecords(t) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			f := serveRecord(t, func(path string) error { return fixtures.RandomRecord(path, seed) })
			random := rand.New(rand.NewPCG(seed, 77))
			db := addHardMoney(t, f, random)
			r := &references{t: t, f: f, runs: refRuns(t, db), ledger: refLedger(t, db), random: random}
			for range 3 {
				from, to := r.window()
				r.checkSpend(from, to)
			}
			r.checkSpend(time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC))
			r.checkCensus()
			r.checkLedger()
			r.checkCosts(db)
			r.checkProjection(db)
		})
	}
}

// hardMoney are amounts that are next to, on, or only seem to be on the half of a micro-dollar, and large ones.
var hardMoney = []float64{
	0.0000005, 0.0000015, 0.0000025, 0.0000035, -0.0000005, -0.0000015, 0.0078125, 0.0234375, -0.0078125, 1.0078125, 4095.9921875,
	math.Nextafter(0.0078125, 0), math.Nextafter(0.0078125, 1), math.Nextafter(0.0000005, 0), math.Nextafter(0.0000005, 1),
	1e15 + 0.3, -(1e15 + 0.3), 499999.9999995, 500000.0000005, 500000.5, 8999999999999999, 9.1e15, 1e18, -1e18, 9.3e18, 1e22, 5e-324, -5e-324,
	123456.7890125, 0.1 + 0.2, 9007199254740993, 999999.9999995,
}

// addHardMoney adds such rows to a record.
func addHardMoney(t *testing.T, f *fleetUnderTest, random *rand.Rand) *sql.DB {
	db := f.write(t)
	tx, err := db.Begin()
	require.NoError(t, err)
	exec := func(statement string, arguments ...any) {
		_, err := tx.Exec(statement, arguments...)
		require.NoError(t, err)
	}
	for range 6 {
		at := fixtures.DefaultNow.Add(-time.Duration(random.Int64N(int64(96 * time.Hour)))).Truncate(time.Millisecond)
		exec(`INSERT INTO run_record (started_at, seat, model, slug, cost_normalized_usd) VALUES (?, ?, 'm', 'hard', ?)`,
			at.Format("2006-01-02T15:04:05.000Z"), []string{"north", "", "(unattributed)"}[random.IntN(3)], hardMoney[random.IntN(len(hardMoney))])
		exec(`INSERT INTO ledger (at, seat, session, real_usd, virtual_usd, legacy_usd, pre_meter, zero_declared) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
			at.Format(time.RFC3339), "north", []string{"s1", ""}[random.IntN(2)], hardMoney[random.IntN(len(hardMoney))], 0.0,
			hardMoney[random.IntN(len(hardMoney))], random.IntN(2), random.IntN(2))
	}
	require.NoError(t, tx.Commit())
	return db
}

// window picks edges that often fall on the instant of a row.
func (r *references) window() (time.Time, time.Time) {
	edge := func() time.Time {
		rows := r.runs
		if r.random.IntN(2) == 0 {
			rows = r.ledger
		}
		if len(rows) > 0 && r.random.IntN(3) > 0 {
			return rows[r.random.IntN(len(rows))].at.Add(time.Duration(r.random.IntN(3)-1) * time.Millisecond)
		}
		return fixtures.DefaultNow.Truncate(24*time.Hour).AddDate(0, 0, -r.random.IntN(10))
	}
	from, to := edge(), edge()
	if to.Before(from) {
		from, to = to, from
	}
	return from, to
}

func (r *references) checkSpend(from, to time.Time) {
	groups := map[string]func(*refRun) string{
		"total": func(*refRun) string { return "total" }, "stream": func(r *refRun) string { return r.slug }, "seat": func(r *refRun) string { return r.seat },
		"model": func(r *refRun) string { return r.model }, "backend": func(r *refRun) string { return r.backend },
		"billing_mode": func(r *refRun) string { return r.billing },
	}
	for _, meter := range []string{"normalized", "real", "virtual"} {
		for group, of := range groups {
			type bucket struct {
				refTotal
				declared, legacyZero, unexplained int64
				legacy                            big.Int
			}
			want := map[string]*bucket{}
			all := &bucket{}
			rows := r.runs
			if meter != "normalized" {
				rows = r.ledger
			}
			for i := range rows {
				row := &rows[i]
				if row.at.Before(from) || !row.at.Before(to) {
					continue
				}
				k := key(of(row))
				if want[k] == nil {
					want[k] = &bucket{}
				}
				cost := row.cost
				if meter == "virtual" {
					cost = row.virtual
				}
				for _, b := range []*bucket{want[k], all} {
					b.add(cost)
					if cost != nil && *cost == 0 && meter != "normalized" {
						switch {
						case row.declared:
							b.declared++
						case row.preMeter:
							b.legacyZero++
						default:
							b.unexplained++
						}
					}
					if row.preMeter && row.legacy != nil {
						b.legacy.Add(&b.legacy, refMicros(*row.legacy))
					}
				}
			}
			var got SpendWindow
			r.f.ask("spend_window", map[string]any{
				"from": from.Format(time.RFC3339Nano), "to": to.Format(time.RFC3339Nano), "group_by": group, "meter": meter,
			}, &got)
			same := func(name string, s *Spend, b *bucket) {
				require.Equal(r.t, b.rows, s.Rows, name)
				require.Equal(r.t, b.unknown, s.UnknownCostRuns, name)
				require.Equal(r.t, refDollars(&b.micros), s.CostUSD.String(), name)
				if meter == "normalized" {
					require.Nil(r.t, s.LegacyCostUSD)
					return
				}
				require.Equal(r.t, []int64{b.declared, b.legacyZero, b.unexplained},
					[]int64{*s.ZeroByDeclaration, *s.ZeroLegacyPreMeter, *s.ZeroUnexplained}, name)
				require.Equal(r.t, refDollars(&b.legacy), s.LegacyCostUSD.String(), name)
			}
			require.Len(r.t, got.Buckets, len(want), "%s by %s", meter, group)
			for i := range got.Buckets {
				b := &got.Buckets[i]
				k := fmt.Sprintf("%s|%v", b.Key, b.Unattributed)
				require.Contains(r.t, want, k)
				same(k, &b.Spend, want[k])
				if i > 0 {
					require.LessOrEqual(r.t, b.CostUSD.Cmp(&got.Buckets[i-1].CostUSD), 0, "largest cost first")
				}
			}
			same("totals", &got.Totals, all)
			require.Equal(r.t, Conservation{all.rows, all.rows, 0, true}, got.Conservation)
		}
	}
}

func (r *references) checkCensus() {
	for back := range 11 {
		day := fixtures.DefaultNow.Truncate(24*time.Hour).AddDate(0, 0, 1-back)
		want := map[string]*refTotal{}
		var nobody, all refTotal
		for i := range r.runs {
			row := &r.runs[i]
			if row.at.Before(day) || !row.at.Before(day.AddDate(0, 0, 1)) {
				continue
			}
			all.add(row.cost)
			if row.machine == "" && row.identity == "" {
				nobody.add(row.cost)
				continue
			}
			machine, identity := row.machine, row.identity
			if machine == "" {
				machine = "(no machine)"
			}
			if identity == "" {
				identity = "(no identity)"
			}
			k := fmt.Sprintf("%s|%s|%v", machine, identity, row.machine == "" || row.identity == "")
			if want[k] == nil {
				want[k] = &refTotal{}
			}
			want[k].add(row.cost)
		}
		var got ExecutorCensus
		r.f.ask("executor_census", map[string]any{"day": day.Format(time.DateOnly)}, &got)
		require.Len(r.t, got.Rows, len(want))
		for _, e := range got.Rows {
			k := fmt.Sprintf("%s|%s|%v", e.MachineID, e.Identity, e.PartialAttribution)
			require.Contains(r.t, want, k)
			require.Equal(r.t, []any{want[k].rows, want[k].unknown, refDollars(&want[k].micros)}, []any{e.Runs, e.UnknownCostRuns, e.CostUSD.String()})
		}
		require.Equal(r.t, []any{nobody.rows, nobody.unknown, refDollars(&nobody.micros)},
			[]any{got.Unattributed.UnattributedRuns, got.Unattributed.UnknownCostRuns, got.Unattributed.CostUSD.String()})
		require.Equal(r.t, []any{all.rows, all.unknown, refDollars(&all.micros)},
			[]any{got.Totals.Runs, got.Totals.UnknownCostRuns, got.Totals.CostUSD.String()})
		require.Equal(r.t, all.rows == 0, got.EmptyReason != nil)
		if got.EmptyReason != nil {
			r.checkEmptyReason(day, *got.EmptyReason)
		}
	}
}

// checkEmptyReason looks for the nearest days on its own.
func (r *references) checkEmptyReason(day time.Time, reason string) {
	var before, behind time.Time
	for _, row := range r.runs {
		switch {
		case row.at.Before(day):
			if row.at.After(before) {
				before = row.at
			}
		case behind.IsZero() || row.at.Before(behind):
			behind = row.at
		}
	}
	noun := "runs"
	if len(r.runs) == 1 {
		noun = "run"
	}
	require.Contains(r.t, reason, fmt.Sprintf("the record holds %d %s", len(r.runs), noun))
	for _, near := range []time.Time{before, behind} {
		if !near.IsZero() {
			require.Contains(r.t, reason, near.Format(time.DateOnly))
		}
	}
}

func (r *references) checkLedger() {
	type session struct {
		refTotal
		counts [6]int64
	}
	want, all := map[string]*session{}, &session{}
	for i := range r.ledger {
		row := &r.ledger[i]
		k := key(row.session) + "|" + key(row.workspace)
		if want[k] == nil {
			want[k] = &session{}
		}
		for _, s := range []*session{want[k], all} {
			s.add(row.cost)
			for j, n := range []int64{row.in, row.out, row.cached, row.calls, row.refusals, row.bypasses} {
				s.counts[j] += n
			}
		}
	}
	same := func(got *LedgerSums, s *session) {
		require.Equal(r.t, s.counts, [6]int64{got.TokensIn, got.TokensOut, got.TokensCached, got.Calls, got.Refusals, got.PinBypasses})
		require.Equal(r.t, []any{s.unknown, refDollars(&s.micros)}, []any{got.UnknownCostRows, got.CostUSD.String()})
	}
	var got LedgerShow
	r.f.ask("ledger_show", nil, &got)
	require.Len(r.t, got.Sessions, len(want))
	for i := range got.Sessions {
		s := &got.Sessions[i]
		missing := strings.Join(s.Missing, ",")
		k := fmt.Sprintf("%s|%v|%s|%v", s.Session, strings.Contains(missing, "session"), s.Workspace, strings.Contains(missing, "workspace"))
		require.Contains(r.t, want, k)
		require.Equal(r.t, missing != "", s.Unattributed)
		same(&s.LedgerSums, want[k])
	}
	same(&got.Totals, all)
}

func (r *references) checkCosts(db *sql.DB) {
	quotes := map[string]*float64{}
	rows, err := db.Query(`SELECT slug, quoted_usd FROM streams`)
	require.NoError(r.t, err)
	defer rows.Close()
	for rows.Next() {
		var slug string
		var quote *float64
		require.NoError(r.t, rows.Scan(&slug, &quote))
		quotes[slug] = quote
	}
	slugs := map[string]bool{"hard": true}
	for slug := range quotes {
		slugs[slug] = true
	}
	for slug := range slugs {
		byModel, all := map[string]*refTotal{}, &refTotal{}
		var tokens [3]int64
		for i := range r.runs {
			row := &r.runs[i]
			if row.slug != slug {
				continue
			}
			k := key(row.model)
			if byModel[k] == nil {
				byModel[k] = &refTotal{}
			}
			byModel[k].add(row.cost)
			all.add(row.cost)
			tokens[0] += row.in
			tokens[1] += row.out
			tokens[2] += row.cached
		}
		var got CostShow
		r.f.ask("cost_show", map[string]any{"stream": slug}, &got)
		require.Equal(r.t, []any{all.rows, all.unknown, refDollars(&all.micros)}, []any{got.Runs, got.UnknownCostRuns, got.ActualUSD.String()})
		require.Equal(r.t, tokens, [3]int64{got.Totals.TokensIn, got.Totals.TokensOut, got.Totals.TokensCached})
		require.Len(r.t, got.ByModel, len(byModel))
		for _, m := range got.ByModel {
			k := fmt.Sprintf("%s|%v", m.Model, m.Unattributed)
			require.Contains(r.t, byModel, k)
			require.Equal(r.t, []any{byModel[k].rows, byModel[k].unknown, refDollars(&byModel[k].micros)}, []any{m.Runs, m.UnknownCostRuns, m.ActualUSD.String()})
		}
		quote := quotes[slug]
		if quote == nil {
			require.Nil(r.t, got.QuotedUSD)
			require.Nil(r.t, got.DriftUSD)
			require.Nil(r.t, got.DriftPercent)
			continue
		}
		quoted := refMicros(*quote)
		require.Equal(r.t, refDollars(quoted), got.QuotedUSD.String())
		drift := new(big.Int).Sub(&all.micros, quoted)
		require.Equal(r.t, refDollars(drift), got.DriftUSD.String())
		if quoted.Sign() == 0 {
			require.Nil(r.t, got.DriftPercent)
			continue
		}
		percent, err := got.DriftPercent.Float64()
		require.NoError(r.t, err)
		exact, _ := new(big.Rat).SetFrac(new(big.Int).Mul(drift, big.NewInt(100)), quoted).Float64()
		require.InDelta(r.t, exact, percent, 0.00005+math.Abs(exact)*1e-12)
	}
}

func (r *references) checkProjection(db *sql.DB) {
	type seat struct {
		refTotal
		recent   int64
		last     time.Time
		provider *string
		events   map[string]time.Time
		verdict  string
		as       time.Time
	}
	want := map[string]*seat{}
	of := func(name string) *seat {
		if want[name] == nil {
			want[name] = &seat{events: map[string]time.Time{}}
		}
		return want[name]
	}
	for i := range r.runs {
		row := &r.runs[i]
		s := of(row.seat)
		s.add(row.cost)
		if !row.at.Before(fixtures.DefaultNow.Add(-24 * time.Hour)) {
			s.recent++
		}
		if row.at.After(s.last) {
			s.last = row.at
		}
	}
	scan := func(query string, visit func(a, b, c *string)) {
		rows, err := db.Query(query)
		require.NoError(r.t, err)
		defer rows.Close()
		for rows.Next() {
			var a, b, c *string
			require.NoError(r.t, rows.Scan(&a, &b, &c))
			visit(a, b, c)
		}
	}
	scan(`SELECT seat, provider, NULL FROM seats`, func(a, b, _ *string) { of(*a).provider = b })
	scan(`SELECT seat, kind, at FROM seat_events`, func(a, b, c *string) {
		if at, ok := refTime(*c); ok && at.After(of(*a).events[*b]) {
			of(*a).events[*b] = at
		}
	})
	scan(`SELECT seat, verdict, as_of FROM credential_verdicts`, func(a, b, c *string) {
		of(*a).verdict = *b
		of(*a).as, _ = refTime(*c)
	})
	dated := func(m *Measured, at time.Time) {
		if at.IsZero() {
			require.Nil(r.t, m)
			return
		}
		require.NotNil(r.t, m)
		require.Equal(r.t, at.Format("2006-01-02T15:04:05.000Z"), *m.AsOf)
		age := fixtures.DefaultNow.Sub(at)
		require.Equal(r.t, age < 0, m.Future)
		require.Equal(r.t, age > 24*time.Hour, m.Stale)
		require.Equal(r.t, int64(max(0, age).Seconds()), *m.AgeSeconds)
	}
	usage := func(u *Usage, s *seat) {
		require.Equal(r.t, []any{s.rows, s.unknown, refDollars(&s.micros), s.recent, int64(0)},
			[]any{u.Runs, u.UnknownCostRuns, u.SpendUSD.String(), u.RunsRecent, u.UndatedRuns})
		dated(u.LastRun, s.last)
		if s.last.IsZero() {
			require.Nil(r.t, u.AsOf)
		} else {
			dated(&u.Measured, s.last)
		}
	}
	var got UsageProjection
	r.f.ask("fleet_usage_projection", nil, &got)
	usage(&got.Unattributed, of(""))
	require.Len(r.t, got.Seats, len(want)-1)
	var all refTotal
	for i := range r.runs {
		all.add(r.runs[i].cost)
	}
	require.Equal(r.t, []any{all.rows, all.unknown, refDollars(&all.micros)}, []any{got.Totals.Runs, got.Totals.UnknownCostRuns, got.Totals.CostUSD.String()})
	for i := range got.Seats {
		s := &got.Seats[i]
		require.Contains(r.t, want, s.Seat)
		w := want[s.Seat]
		usage(&s.Usage, w)
		require.Equal(r.t, w.provider, s.Provider)
		dated(s.LastLaneExhausted, w.events["lane_exhausted"])
		dated(s.LastAuthFailed, w.events["auth_failed"])
		if w.verdict == "" {
			require.Nil(r.t, s.Credential)
			continue
		}
		require.Equal(r.t, w.verdict, s.Credential.Verdict)
		dated(&s.Credential.Measured, w.as)
	}
}
