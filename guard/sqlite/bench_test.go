package sqlite_test

import (
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
