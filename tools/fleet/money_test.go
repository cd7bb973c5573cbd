package fleet

import (
	"database/sql"
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/guard"
	"vitrine/query"
	"vitrine/tools/statement"
)

func TestDollarsOfRoundsHalfToEven(t *testing.T) {
	for f, want := range map[float64]string{
		0: "0", 1.25: "1.25", 0.1: "0.1", -3.5: "-3.5", 0.65: "0.65", 12.345678: "12.345678",
		0.0000005: "0", 0.0000015: "0.000002", 0.0000025: "0.000003", -0.0000035: "-0.000003", // as doubles a little beside the half
		0.0078125: "0.007812", 0.0234375: "0.023438", // exact halves, to the even neighbour
		-0.0078125: "-0.007812", 1e15 + 0.3: "1000000000000000.25", 9e12: "9000000000000", 1e22: "10000000000000000000000",
		5e-324: "0",
	} {
		require.Equal(t, want, dollarsOf(f).String(), "%v", f)
	}
	require.Equal(t, "0.00", dollarsOf(0.004).Cents())
	require.Equal(t, "0.00", dollarsOf(-0.004).Cents())
	require.Equal(t, "0.02", dollarsOf(0.015000).Cents())
	require.Equal(t, "-1234.57", dollarsOf(-1234.5678).Cents())
}

// The sums of the SQL are those of exact arithmetic, for single rows and for many, whatever the amounts.
func TestSumsAgreeWithExactArithmetic(t *testing.T) {
	db, err := sql.Open("sqlite", ":memory:")
	require.NoError(t, err)
	defer db.Close()
	db.SetMaxOpenConns(1)
	_, err = db.Exec(`CREATE TABLE run (usd REAL)`)
	require.NoError(t, err)
	text, err := statement.Expand(files, guard.SQLite, `SELECT count(*), $sums(micros, large, cost)
		FROM (SELECT $micros(usd) AS micros, $large(usd) AS large FROM run LIMIT -1)`)
	require.NoError(t, err)

	random := rand.New(rand.NewPCG(6, 6))
	amount := func() float64 {
		switch random.IntN(7) {
		case 0: // next to a half of a micro-dollar
			f := (float64(random.Int64N([]int64{2_000_000, 500_000_000_000}[random.IntN(2)])) + 0.5 + float64(random.IntN(7)-3)/1000) / 1e6
			for range random.IntN(3) {
				f = math.Nextafter(f, float64(random.IntN(2)*10))
			}
			return f
		case 1: // exact halves
			return float64(2*random.IntN(1_000_000)+1) / 128
		case 2: // any magnitude
			return math.Ldexp(random.Float64()*2-1, random.IntN(120)-60)
		case 3: // any finite double
			for {
				if f := math.Float64frombits(random.Uint64()); !math.IsNaN(f) && !math.IsInf(f, 0) {
					return f
				}
			}
		case 4: // where one way of adding ends and the next begins
			edge := []float64{5e5, 9e15, 1 << 53, 1 << 62, 9e12}[random.IntN(5)]
			return edge + (random.Float64()-0.5)*4
		case 5:
			return hardMoney[random.IntN(len(hardMoney))]
		}
		return float64(random.IntN(10_000_000)) / 1e6
	}
	for round := range 4000 {
		rows := 1
		if round%4 == 0 {
			rows = 1 + random.IntN(50)
		}
		_, err := db.Exec(`DELETE FROM run`)
		require.NoError(t, err)
		var want Dollars
		var amounts []float64
		for range rows {
			f := amount()
			if random.IntN(2) == 0 {
				f = -f
			}
			amounts = append(amounts, f)
			want.add(dollarsOf(f))
			_, err := db.Exec(`INSERT INTO run VALUES (?)`, f)
			require.NoError(t, err)
		}
		got := sumOf(t, db, text)
		require.Equal(t, want.String(), got.cost.String(), "%v", amounts)
		require.Equal(t, int64(rows), got.priced)
	}
	// What is no number is no known price.
	_, err = db.Exec(`DELETE FROM run; INSERT INTO run VALUES ('abc'), (x'31'), (NULL), (2.5), ('0.5')`)
	require.NoError(t, err)
	got := sumOf(t, db, text)
	require.Equal(t, []any{int64(5), int64(3), "3"}, []any{got.rows, got.unknown(), got.cost.String()})
	// What is infinite has no sum.
	_, err = db.Exec(`INSERT INTO run VALUES (9e999)`)
	require.NoError(t, err)
	_, err = trySum(t, db, text)
	require.ErrorContains(t, err, CodeMoneyNotFinite)
}

func sumOf(t *testing.T, db *sql.DB, text string) sum {
	s, err := trySum(t, db, text)
	require.NoError(t, err)
	return s
}

func trySum(t *testing.T, db *sql.DB, text string) (sum, error) {
	var rows int64
	var priced, micros, tens sql.NullInt64
	var beyond sql.NullString
	require.NoError(t, db.QueryRow(text).Scan(&rows, &priced, &micros, &tens, &beyond))
	return readSum(rows, []query.Value{
		{Kind: query.Integer, Int: priced.Int64},
		{Kind: query.Integer, Int: micros.Int64},
		{Kind: query.Integer, Int: tens.Int64},
		{Kind: query.Text, Bytes: []byte(beyond.String)},
	})
}

func TestDollarsReadWhatTheyWrite(t *testing.T) {
	for _, text := range []string{"0", "0.65", "-0.000001", "9000000000000.25", "1000000000000000000000000"} {
		var d Dollars
		require.NoError(t, json.Unmarshal([]byte(text), &d))
		encoded, err := json.Marshal(d)
		require.NoError(t, err)
		require.Equal(t, text, string(encoded))
	}
	require.Error(t, json.Unmarshal([]byte("0.0000001"), new(Dollars)))
	require.Error(t, json.Unmarshal([]byte(`"x"`), new(Dollars)))
}
