package fleet

import (
	"database/sql"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/fixtures"
)

// Every row of every random record is asked for alone, as a stream of its own: exactly one of the three counters where its
// meter is exactly 0.00, none otherwise, and the legacy dollars of a pre-meter row whatever it counts as.
func TestZeroSplitOfEveryRow(t *testing.T) {
	rows, zeros, wider := 0, 0, 0
	for seed := range randomRecords(t) {
		f := serveRecord(t, func(path string) error { return fixtures.RandomRecord(path, seed) })
		db := f.write(t)
		addHardMoney(t, f, rand.New(rand.NewPCG(seed, 78)))
		_, err := db.Exec(`UPDATE ledger SET slug = 'row-' || id`)
		require.NoError(t, err)
		type stored struct {
			real, virtual, legacy sql.NullFloat64
			declared, preMeter    int
		}
		all := map[string]stored{}
		found, err := db.Query(`SELECT slug, real_usd, virtual_usd, legacy_usd, zero_declared, pre_meter FROM ledger`)
		require.NoError(t, err)
		for found.Next() {
			var slug string
			var s stored
			require.NoError(t, found.Scan(&slug, &s.real, &s.virtual, &s.legacy, &s.declared, &s.preMeter))
			all[slug] = s
		}
		require.NoError(t, found.Err())
		for _, meter := range []string{"real", "virtual"} {
			var out SpendWindow
			f.ask("spend_window", map[string]any{"from": "2000-01-01", "to": "2100-01-01", "group_by": "stream", "meter": meter}, &out)
			require.Len(t, out.Buckets, len(all))
			for _, b := range out.Buckets {
				s, usd := all[b.Key], all[b.Key].real
				if meter == "virtual" {
					usd = s.virtual
				}
				want := [3]int64{}
				if usd.Valid && usd.Float64 == 0 {
					zeros++
					switch {
					case s.declared == 1:
						want[0] = 1
					case s.preMeter == 1:
						want[1] = 1
					default:
						want[2] = 1
					}
				}
				require.Equal(t, want, [3]int64{*b.ZeroByDeclaration, *b.ZeroLegacyPreMeter, *b.ZeroUnexplained}, "%d %s %s %+v", seed, meter, b.Key, s)
				legacy := "0"
				if s.preMeter == 1 && s.legacy.Valid {
					legacy = refDollars(refMicros(s.legacy.Float64))
				}
				require.Equal(t, legacy, b.LegacyCostUSD.String(), "%d %s", seed, b.Key)
				if want[0] == 1 && legacy != "0" {
					wider++
				}
				rows++
			}
		}
		require.NoError(t, db.Close())
	}
	require.Greater(t, rows, 500)
	require.Greater(t, zeros, 100)
	require.Greater(t, wider, 10, "declared rows with legacy dollars")
}

// A million rows of the ledger add up as in a plain loop, awkward ones among them; one that is no time is found.
func TestMillionRows(t *testing.T) {
	if testing.Short() {
		t.Skip("writes a million rows")
	}
	f := serveRecord(t, fixtures.EmptyRecord)
	db := f.write(t)
	_, err := db.Exec(`WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < 999999)
		INSERT INTO ledger (at, seat, real_usd, legacy_usd, zero_declared, pre_meter)
		SELECT CASE i % 10 WHEN 0 THEN strftime('%Y-%m-%dT%H:%M:%SZ', 1777000000 + i, 'unixepoch')
				WHEN 1 THEN strftime('%Y-%m-%dT%H:%M:%S+02:00', 1777000000 + i + 7200, 'unixepoch')
				ELSE strftime('%Y-%m-%dT%H:%M:%fZ', 1777000000 + i, 'unixepoch') END,
			CASE i % 7 WHEN 0 THEN '' WHEN 1 THEN '(unattributed)' ELSE 'größe-' || (i % 7) END,
			CASE i % 13 WHEN 0 THEN NULL WHEN 1 THEN 0.0 WHEN 2 THEN -i / 1e6 WHEN 3 THEN i * 9e6 + 0.25 ELSE i * 0.0000001 END,
			CASE WHEN i % 5 = 0 THEN 0.65 END, i % 2, i % 3 = 0
		FROM n`)
	require.NoError(t, err)
	const from, to = 1777248000, 1777680000 // 2026-04-27 and 2026-05-02
	type bucket struct {
		refTotal
		zeros  [3]int64
		legacy big.Int
	}
	want := map[string]*bucket{}
	for i := range int64(1_000_000) {
		if at := 1777000000 + i; at < from || at >= to {
			continue
		}
		seat := [7]string{"", "(unattributed)"}[i%7]
		if i%7 > 1 {
			seat = "größe-" + strconv.FormatInt(i%7, 10)
		}
		b := want[key(seat)]
		if b == nil {
			b = &bucket{}
			want[key(seat)] = b
		}
		usd := float64(i) * 0.0000001
		switch i % 13 {
		case 0:
			b.add(nil)
		case 1:
			usd = 0
			b.add(&usd)
			switch {
			case i%2 == 1:
				b.zeros[0]++
			case i%3 == 0:
				b.zeros[1]++
			default:
				b.zeros[2]++
			}
		case 2:
			usd = -float64(i) / 1e6
			b.add(&usd)
		case 3:
			usd = float64(i)*9e6 + 0.25
			b.add(&usd)
		default:
			b.add(&usd)
		}
		if i%5 == 0 && i%3 == 0 {
			b.legacy.Add(&b.legacy, big.NewInt(650_000))
		}
	}
	window := map[string]any{"from": "2026-04-27", "to": "2026-05-02", "group_by": "seat", "meter": "real"}
	for range 2 { // the second is answered without counting the undated rows again
		var out SpendWindow
		f.ask("spend_window", window, &out)
		require.Equal(t, Conservation{to - from, to - from, 0, true}, out.Conservation)
		require.Len(t, out.Buckets, len(want))
		for _, b := range out.Buckets {
			w := want[fmt.Sprintf("%s|%v", b.Key, b.Unattributed)]
			require.NotNil(t, w, b.Key)
			require.Equal(t, []any{w.rows, w.unknown, refDollars(&w.micros), w.zeros, refDollars(&w.legacy)},
				[]any{b.Rows, b.UnknownCostRuns, b.CostUSD.String(), [3]int64{*b.ZeroByDeclaration, *b.ZeroLegacyPreMeter, *b.ZeroUnexplained}, b.LegacyCostUSD.String()}, b.Key)
		}
	}
	_, err = db.Exec(`UPDATE ledger SET at = '2026-04-01T24:00:00.000Z' WHERE id = 777777`)
	require.NoError(t, err)
	e := f.refused("spend_window", window)
	require.Equal(t, 1.0, e.Details["undated_rows"])
	require.False(t, strings.Contains(e.Message, "$"))
}
