package guard_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"

	"vitrine/guard"
	"vitrine/guard/sqlite"
)

// benchmarked are statements of the sizes that users send; all of them prepare on the schema below.
var benchmarked = []struct{ name, sql string }{
	{"one", "SELECT 1"},
	{"lookup", "SELECT id, name, email FROM users WHERE id = ?1"},
	{"join", `SELECT u.name, count(*) AS orders, sum(o.amount) AS total
		FROM users u LEFT JOIN orders o ON o.user_id = u.id
		WHERE u.created_at >= date('now', '-30 days') AND (o.note IS NULL OR o.note NOT LIKE '%test%')
		GROUP BY u.id HAVING count(*) > 3 ORDER BY total DESC, u.name COLLATE NOCASE LIMIT 20`},
	{"report", `WITH RECURSIVE days(d) AS (SELECT date('2026-01-01') UNION ALL SELECT date(d, '+1 day') FROM days WHERE d < '2026-01-31'),
		daily AS (SELECT date(created_at) AS d, user_id, sum(amount) AS amount FROM orders GROUP BY 1, 2)
		SELECT days.d, coalesce(sum(daily.amount), 0) AS amount, count(DISTINCT daily.user_id) AS users,
			avg(sum(daily.amount)) OVER (ORDER BY days.d ROWS BETWEEN 6 PRECEDING AND CURRENT ROW) AS week,
			CASE WHEN sum(daily.amount) > 1000 THEN 'high' WHEN sum(daily.amount) > 100 THEN 'middle' ELSE 'low' END AS class,
			(SELECT max(name) FROM users WHERE created_at < days.d) AS somebody
		FROM days LEFT JOIN daily ON daily.d = days.d AND daily.user_id IN (SELECT id FROM users WHERE name <> 'test')
		GROUP BY days.d ORDER BY days.d`},
}

const benchmarkSchema = `CREATE TABLE users(id INTEGER PRIMARY KEY, name TEXT, email TEXT, created_at TEXT);
	CREATE TABLE orders(id INTEGER PRIMARY KEY, user_id INT, amount REAL, note TEXT, created_at TEXT);`

// BenchmarkCheckAndPrepare compares what the guard costs with what the engine needs to prepare the same statement. The
// ratio is what counts: goal ≤ 2.
func BenchmarkCheckAndPrepare(b *testing.B) {
	tls := libc.NewTLS()
	defer tls.Close()
	db := openMemory(b, tls)
	defer sqlite3.Xsqlite3_close_v2(tls, db)
	g, err := guard.New(guard.Policy{Dialect: guard.SQLite, RowCap: 1000})
	require.NoError(b, err)
	for _, c := range benchmarked {
		b.Run(c.name, func(b *testing.B) {
			text, err := libc.CString(c.sql)
			require.NoError(b, err)
			defer libc.Xfree(tls, text)
			statement := libc.Xmalloc(tls, 8)
			defer libc.Xfree(tls, statement)
			var check, read, witness, prepare int64
			for b.Loop() {
				began := nanotime()
				_, err = g.Check(c.sql)
				check += nanotime() - began
				began = nanotime()
				_, _ = sqlite.Read(c.sql, 250)
				read += nanotime() - began
				began = nanotime()
				_, _ = sqlite.Witness(c.sql)
				witness += nanotime() - began
				began = nanotime()
				code := sqlite3.Xsqlite3_prepare_v2(tls, db, text, int32(len(c.sql)), statement, 0)
				prepare += nanotime() - began
				if code != sqlite3.SQLITE_OK || err != nil {
					b.Fatal(code, err)
				}
				sqlite3.Xsqlite3_finalize(tls, pointerAt(statement))
			}
			b.ReportMetric(float64(check)/float64(prepare), "check/prepare")
			b.ReportMetric(float64(read)/float64(prepare), "read/prepare")
			b.ReportMetric(float64(witness)/float64(prepare), "witness/prepare")
		})
	}
}

// BenchmarkCheckGrowth shows that time grows linearly with the text: ns/byte stays about the same.
func BenchmarkCheckGrowth(b *testing.B) {
	g, err := guard.New(guard.Policy{Dialect: guard.SQLite, RowCap: 1000})
	require.NoError(b, err)
	for _, shape := range []struct{ name, unit string }{
		{"columns", "a, lower(b), "}, {"relations", "(SELECT x FROM t%d), "}, {"literals", "'abc''def', 12.5e3, x'00ff', "},
	} {
		for _, size := range []int{1 << 10, 10 << 10, 100<<10 - 64} {
			var text strings.Builder
			text.WriteString("SELECT ")
			for i := 0; text.Len() < size-20; i++ {
				unit := shape.unit
				if strings.Contains(unit, "%d") {
					unit = fmt.Sprintf(unit, i)
				}
				text.WriteString(unit)
			}
			text.WriteString("1")
			b.Run(fmt.Sprintf("%s/%dKiB", shape.name, size>>10), func(b *testing.B) {
				for b.Loop() {
					if _, err := g.Check(text.String()); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(text.Len()), "ns/byte")
			})
		}
	}
}
