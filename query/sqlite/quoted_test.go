package sqlite

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/guard"
	"vitrine/query"
)

// A name in double quotes that is no column is a text to SQLite. The answer is right by its rules and seldom meant, so
// that a notice names it.
func TestNamesReadAsTextAreToldOf(t *testing.T) {
	s := open(t, database(t, append([]string{`CREATE VIEW odd AS SELECT name, "no column" AS t FROM users`}, reorder(secrets)...)...))
	notices := func(text string) []guard.Notice {
		t.Helper()
		g, err := guard.New(guard.Policy{Dialect: guard.SQLite})
		require.NoError(t, err)
		stmt, err := g.Check(text)
		require.NoError(t, err)
		rows, err := query.NewRunner(s, query.RunnerOptions{}).Query(context.Background(), stmt, nil, query.Budget{})
		require.NoError(t, err, text)
		defer rows.Close()
		for rows.Next() {
		}
		require.NoError(t, rows.Err())
		return rows.Notices()
	}
	for text, name := range map[string]string{
		`SELECT name FROM users WHERE name = "Ann"`:                                   "Ann",
		`SELECT "nmae" FROM users`:                                                    "nmae",
		`SELECT "it's ""so"""`:                                                        `it's "so"`,
		`SELECT count(*) FROM users GROUP BY "kind"`:                                  "kind",
		`SELECT id FROM orders WHERE id IN (SELECT id FROM users WHERE name = "Bob")`: "Bob",
	} {
		told := notices(text)
		if assert.Len(t, told, 1, text) {
			assert.Equal(t, query.NoticeQuotedText, told[0].Code)
			assert.Contains(t, told[0].Message, `"`+name+`"`)
		}
	}
	for _, text := range []string{
		`SELECT "name" FROM users WHERE "id" = 1 ORDER BY "name"`, `SELECT "users"."name" FROM "users" AS "users"`, `SELECT name AS "A b" FROM users ORDER BY "A b"`,
		`SELECT "x" FROM (SELECT 1 AS "x")`, `WITH t("c d") AS (SELECT 1) SELECT "c d" FROM t`, `SELECT 'a"b', "rowid" FROM users`, `SELECT t FROM odd`, `SELECT "t" FROM odd`,
		"SELECT `name`, [name] FROM users",
	} {
		assert.Empty(t, notices(text), text)
	}
}
