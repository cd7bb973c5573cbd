package fuzz_test

import (
	"testing"

	"vitrine/fuzz/oracle"
)

// FuzzReaderSQLite holds the guard's reader against SQLite's own parser: both accept a text or both refuse it, with the
// same words about the same token; the statement ends at the same byte and has the same parameters. A second argument
// other than 0 first moves, drops and replaces tokens of the text.
func FuzzReaderSQLite(f *testing.F) {
	for _, text := range readerSeeds {
		f.Add(text, uint64(0))
		f.Add(text, uint64(1))
	}
	engine, err := oracle.Open()
	if err != nil {
		f.Fatal(err)
	}
	defer engine.Close()
	engine.Authorize()
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		if len(text) > 4000 {
			return
		}
		if seed != 0 {
			text = oracle.Mutate(text, seed)
		}
		if difference := oracle.Compare(engine, text); difference != "" {
			t.Fatalf("%q\n%s", text, difference)
		}
	})
}

// readerSeeds hold one of everything that the grammar of SELECT has.
var readerSeeds = []string{
	"SELECT 1",
	"SELECT DISTINCT a, t.b AS c, main.t.d 'e', t.*, * FROM main.t AS t WHERE a = 'x' GROUP BY b HAVING count(*) > 1 ORDER BY 1 DESC NULLS LAST LIMIT 1, 2",
	"WITH RECURSIVE a(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM a), b AS NOT MATERIALIZED (VALUES (1, 2), (3, 4)) SELECT * FROM a, b LIMIT 5 OFFSET 2",
	"SELECT * FROM a NATURAL LEFT OUTER JOIN b CROSS JOIN c USING (x, y) JOIN (d FULL JOIN e ON 1) AS f ON a.x = f.y, json_each('[1]') j, g INDEXED BY i, h NOT INDEXED",
	"SELECT a IN (1, 2), b NOT IN (SELECT 1), c IN t, d IN s.f(1), (1, 2) = (SELECT 1, 2), EXISTS (SELECT 1)",
	"SELECT CASE a WHEN 1 THEN 2 ELSE 3 END, CAST(x AS VARCHAR(10, 2)), x COLLATE nocase, a BETWEEN 1 AND 2, a IS NOT DISTINCT FROM b, a ISNULL, a NOT NULL",
	"SELECT a LIKE 'x' ESCAPE '\\', a NOT GLOB b, a MATCH b, a -> 'b' ->> 'c', a || b, ~a, -a, +a, a << 1 | 2 & 3 >> 4, a <> b, a == b, NOT a",
	"SELECT sum(DISTINCT x) FILTER (WHERE y), group_concat(x ORDER BY y), row_number() OVER w, max(x) OVER (w ROWS BETWEEN 1 PRECEDING AND UNBOUNDED FOLLOWING EXCLUDE TIES) FROM t WINDOW w AS (PARTITION BY z ORDER BY q)",
	"SELECT ?, ?2, :a, @b, $c::d(e), x'ab', 1e5, .5, 0x1F, 1_000, NULL, CURRENT_TIMESTAMP, \"a\"\"b\", [c], `d`, 'e''f' -- c\n /* d */ ;",
	"SELECT 1 UNION SELECT 2 EXCEPT SELECT 3 INTERSECT VALUES (4)",
	"EXPLAIN QUERY PLAN SELECT RAISE(IGNORE), RAISE(ABORT, 'x')",
	"WITH a AS (SELECT 1) DELETE FROM t RETURNING *",
}
