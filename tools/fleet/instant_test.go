package fleet

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	_ "modernc.org/sqlite" // the engine that the fragments of SQL run on
	"vitrine/guard"
	"vitrine/tools/statement"
)

// The times that the record can hold, and those that are none.
func TestReadInstant(t *testing.T) {
	at := func(text, want string) {
		t.Helper()
		got, ok := readInstant(text)
		require.True(t, ok, text)
		require.Equal(t, want, got.time().Format(time.RFC3339Nano), text)
	}
	none := func(text string) {
		t.Helper()
		_, ok := readInstant(text)
		require.False(t, ok, text)
	}
	at("2026-05-14T09:12:33.120Z", "2026-05-14T09:12:33.12Z")
	at("2026-05-14T09:12:33Z", "2026-05-14T09:12:33Z")
	at("2026-05-14T11:12:33+02:00", "2026-05-14T09:12:33Z")
	at("2026-05-13T23:42:33.5-09:30", "2026-05-14T09:12:33.5Z")
	at("2026-05-14T09:12:33", "2026-05-14T09:12:33Z")
	at("2026-05-14T09:12:33.9999Z", "2026-05-14T09:12:33.9999Z")
	at("2024-02-29T00:00:00Z", "2024-02-29T00:00:00Z")
	at("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z")
	at("9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z")

	for _, text := range []string{
		"", "junk", "now", "12:00", "1778760000", "2461174.5", "2026-05-14", "2026-05-14 09:12:33", "2026-05-14T", "2026-05-14T09", "T09:00:00Z",
		"2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z", "2026-02-31T00:00:00Z", "2026-04-31T00:00:00Z", "2026-00-10T00:00:00Z", "2026-05-00T00:00:00Z",
		"2026-05-14T24:00:00Z", "2026-05-14T25:00:00Z", "2026-05-14T09:60:00Z", "2026-05-14T09:12:60Z", "2026-05-14T09:12:33.Z", "2026-05-14T09:12:33+15:00",
		"2026-05-14T09:12:33+02", "2026-05-14T09:12:33Zjunk", "2026-05-14T09:12:33 UTC", "2026-5-14T09:12:33Z", "+2026-05-14T09:12:33Z",
		"2026-05-14t09:12:33Z", "٢026-05-14T09:12:33Z", "9999-12-31T23:59:59-01:00",
	} {
		none(text)
	}
}

// What Go reads as a time and what the SQL reads as one are the same, to the last text and digit.
func TestInstantsAgreeWithSQL(t *testing.T) {
	db := memory(t)
	text, err := statement.Expand(files, guard.SQLite, "SELECT ifnull($readable(at), 0), unixepoch(at), $fraction(at) FROM (SELECT ?1 AS at)")
	require.NoError(t, err)
	prepared, err := db.Prepare(text)
	require.NoError(t, err)

	random := rand.New(rand.NewPCG(4, 4))
	readable := 0
	for range 60_000 {
		at := randomTime(random)
		got, ok := readInstant(at)
		var sqlReads bool
		var second *int64
		var fraction float64
		require.NoError(t, prepared.QueryRow(at).Scan(&sqlReads, &second, &fraction))
		require.Equal(t, sqlReads, ok, "%q", at)
		if !ok {
			continue
		}
		readable++
		require.Equal(t, *second, got.second, "%q", at)
		if len(got.fraction) <= 9 {
			require.Equal(t, got.part(), fraction, "%q", at)
		}
	}
	require.Greater(t, readable, 10_000)
}

// randomTime is a text that is a time, or nearly: mostly well formed, each part sometimes not.
func randomTime(random *rand.Rand) string {
	pick := func(choices ...string) string { return choices[random.IntN(len(choices))] }
	number := func(digits, most int) string { return fmt.Sprintf("%0*d", digits, random.IntN(most+1)) }
	at := number(4, 9999) + "-" + number(2, 13) + "-" + number(2, 32) + pick("T", "T", "T", "T", "T", " ", "t", "TT") + number(2, 25) + ":" + number(2, 61)
	if random.IntN(8) > 0 {
		at += ":" + number(2, 61)
		if random.IntN(2) == 0 {
			at += pick(".", ".", ".", ",") + pick("", "1", "120", "120", "999", "9996", "9999999", "0005", "5", "123456789", "000")
		}
	}
	at += pick("Z", "Z", "Z", "Z", "z", "", " Z", "Z ", "\t", "+02:00", "-11:30", "+14:59", "-14:59", "+15:00", "+2:00", "+02:0", "X", "\x00junk", "ü", "+02:00Z")
	if random.IntN(20) == 0 {
		i := random.IntN(len(at))
		at = at[:i] + pick("", "0", "T", ":", "-", "\x00", " ", "é", "9") + at[i+min(1, len(at)-i):]
	}
	return at
}

// memory opens an empty SQLite database.
func memory(t *testing.T) *sql.DB {
	db, err := sql.Open("sqlite", ":memory:")
	require.NoError(t, err)
	t.Cleanup(func() { db.Close() })
	db.SetMaxOpenConns(1)
	return db
}

// The undated count of the whole table is what judging row by row gives, whatever stands in the column.
func TestUndatedCountsWhatCannotBeRead(t *testing.T) {
	db := memory(t)
	text, err := statement.Expand(files, guard.SQLite, "WITH $undated(run, at) SELECT undated_rows FROM undated")
	require.NoError(t, err)
	_, err = db.Exec(`CREATE TABLE run (at TEXT); CREATE INDEX run_at ON run (at)`)
	require.NoError(t, err)

	random := rand.New(rand.NewPCG(9, 9))
	values := []any{
		"2026-05-14T09:12:33.120Z", "2026-05-14T09:12:33Z", "2026-05-14T23:59:59+02:00", "2026-05-15T00:00:00Z", "2024-02-29T01:00:00Z", "0001-01-01T00:00:00Z",
		"9999-12-31T23:59:59Z", "junk", "now", "12:00", "1778760000", "", nil, []byte("2026-05-14T09:12:33Z"),
		[]byte{},
		int64(20260514), 2461174.5,
		"2026-05-14", "2026-05-14 09:12:33", "2026-05-14T", "2026-05-14T25:00:00Z", "2026-05-14T24:00:00Z", "2026-02-30T00:00:00Z", "2026-13-45T00:00:00Z",
		"2026-05-14T\xff\xff", "2026-05-14T\U0010FFFF\xff", "2026-05-14\x00", "\x00", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", "日本語日本語日本語日本語",
		"2026-05-14T09:12:33.120Z\x00tail", "2026-05-14T1", "2026-05-14T:", ":", "2026-05-14U", "2026-05-1",
	}
	for range 300 {
		_, err := db.Exec(`DELETE FROM run`)
		require.NoError(t, err)
		want := 0
		for range random.IntN(40) {
			v := values[random.IntN(len(values))]
			_, err := db.Exec(`INSERT INTO run VALUES (?)`, v)
			require.NoError(t, err)
			if text, isText := v.(string); !isText {
				want++
			} else if _, ok := readInstant(text); !ok {
				want++
			}
		}
		var got int
		require.NoError(t, db.QueryRow(text, sql.Named("undated", nil)).Scan(&got))
		require.Equal(t, want, got)
	}

	// More beginnings than are stepped through: the rest is judged row by row.
	_, err = db.Exec(`DELETE FROM run;
		WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < 20999) INSERT INTO run SELECT printf('1%05d-junk-of-its-own', i) FROM n;
		INSERT INTO run VALUES ('0001-01-01T00:00:00Z'), ('2026-05-14T09:12:33Z'), ('2026-05-14T25:00:00Z')`)
	require.NoError(t, err)
	var got int
	require.NoError(t, db.QueryRow(text, sql.Named("undated", nil)).Scan(&got))
	require.Equal(t, 21_001, got)
}

func TestInstantsCompareExactly(t *testing.T) {
	require.Negative(t, compareTexts("2026-05-14T09:12:33Z", "2026-05-14T09:12:33.001Z"))
	require.Zero(t, compareTexts("2026-05-14T09:12:33Z", "2026-05-14T09:12:33.000Z"))
	require.Zero(t, compareTexts("2026-05-14T11:12:33+02:00", "2026-05-14T09:12:33Z"))
	require.Positive(t, compareTexts("2026-05-14T09:12:33.12000000000000000000001Z", "2026-05-14T09:12:33.12Z"))
	require.Negative(t, compareTexts("junk", "0001-01-01T00:00:00Z"))
	require.True(t, strings.HasSuffix(stamp(time.Unix(0, 1)), ".000000001Z"))
}
