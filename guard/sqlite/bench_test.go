package sqlite_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/fuzz/oracle"
	"vitrine/guard/sqlite"
)

// benchmarkSchema is what the statements below are prepared on.
const benchmarkSchema = `
CREATE TABLE customers(id INTEGER PRIMARY KEY, name TEXT, country TEXT, created_at TEXT);
CREATE TABLE orders(id INTEGER PRIMARY KEY, customer_id INTEGER, total REAL, status TEXT, placed_at TEXT);
CREATE TABLE items(order_id INTEGER, product_id INTEGER, quantity INTEGER, price REAL);
CREATE TABLE products(id INTEGER PRIMARY KEY, name TEXT, category TEXT);
CREATE INDEX orders_customer ON orders(customer_id);`

var benchmarkStatements = []struct{ name, text string }{
	{"One", `SELECT 1`},
	{"Lookup", `SELECT id, name, country FROM customers WHERE id = ?`},
	{"Expression", `SELECT CASE WHEN abs(?1) > 10 THEN upper(trim(?2)) ELSE coalesce(?2, 'x') || 'y' END, ?1 * 2 + 1, ?1 BETWEEN 1 AND 9`},
	{"Values", `VALUES (1, 'a', 1.5), (2, 'b', 2.5), (3, 'c', NULL), (4, 'd', 4.5)`},
	{"Join", `SELECT c.name, count(*) AS n, sum(o.total) AS total FROM customers AS c JOIN orders AS o ON o.customer_id = c.id
		WHERE o.status = 'paid' AND o.placed_at >= '2026-01-01' GROUP BY c.id HAVING n > 3 ORDER BY total DESC LIMIT 20`},
	{"CTE", `WITH spent AS (SELECT o.customer_id, p.category, sum(i.quantity * i.price) AS amount FROM orders AS o
		JOIN items AS i ON i.order_id = o.id JOIN products AS p ON p.id = i.product_id GROUP BY 1, 2),
		ranked AS (SELECT *, row_number() OVER (PARTITION BY category ORDER BY amount DESC) AS place FROM spent)
		SELECT c.name, r.category, r.amount FROM ranked AS r JOIN customers AS c ON c.id = r.customer_id
		WHERE r.place <= 3 AND c.country IN ('DE', 'FR', 'IT') ORDER BY r.category, r.place`},
	{"Recursive", `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100) SELECT sum(i) FROM n`},
}

// BenchmarkRead and BenchmarkPrepare do the same statements; docs/performance.md records the ratio.
func BenchmarkRead(b *testing.B) {
	for _, s := range benchmarkStatements {
		b.Run(s.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := sqlite.Read(s.text, 250); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkPrepare(b *testing.B) {
	e, err := oracle.Open()
	require.NoError(b, err)
	defer e.Close()
	require.NoError(b, e.Exec(benchmarkSchema))
	for _, s := range benchmarkStatements {
		b.Run(s.name, func(b *testing.B) {
			for b.Loop() {
				if o := e.Prepare(s.text); o.Message != "" {
					b.Fatal(o.Message)
				}
			}
		})
	}
}

// BenchmarkReadGrows shows that the time grows as the text does: ns/byte stays the same.
func BenchmarkReadGrows(b *testing.B) {
	for _, form := range []struct{ name, head, unit, tail string }{
		{"Or", "SELECT 1 FROM t WHERE a = 1", " OR b = 'x'", ""},
		{"Columns", "SELECT a", ", t.b", " FROM t"},
		{"Tables", "SELECT a.b FROM t", ", u", ""},
		{"Compound", "SELECT a FROM t", " UNION ALL SELECT a FROM t", ""},
		{"Subqueries", "SELECT 1", ", (SELECT a FROM t)", " FROM u"},
		{"CTEs", "WITH a AS (SELECT 1)", ", b AS (SELECT * FROM a)", " SELECT * FROM b"},
		{"Not", "SELECT ", "NOT ", "1"},
		{"Strings", "SELECT 'a'", " || 'it''s'", ""},
		{"Comments", "SELECT 1", "/* a comment */", ""},
		{"Window", "SELECT 1 FROM t", " window", ""},
	} {
		for _, size := range []int{1 << 10, 10 << 10, 100 << 10} {
			text := form.head + strings.Repeat(form.unit, (size-len(form.head)-len(form.tail))/len(form.unit)) + form.tail
			b.Run(fmt.Sprintf("%s/%dK", form.name, size>>10), func(b *testing.B) {
				b.ReportAllocs()
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					sqlite.Read(text, 250)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(text)), "ns/byte")
			})
		}
	}
}
