package sqlite

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/guard"
	"vitrine/query"
)

var secrets = append([]string{
	"CREATE TABLE tokens(id INTEGER PRIMARY KEY, secret TEXT, low TEXT GENERATED ALWAYS AS (lower(secret)) VIRTUAL, lower2 TEXT AS (upper(low)) STORED, fine TEXT AS (upper(id)))",
	"INSERT INTO tokens(id, secret) VALUES (1, 'S1'), (2, 'S2')",
	"CREATE VIEW names AS SELECT id, name FROM users",
	"CREATE VIEW all_users AS SELECT * FROM users",
	"CREATE VIEW aliased AS SELECT token AS t FROM all_users",
	"CREATE VIEW shouting AS SELECT upper(name) AS n FROM users",
	"CREATE VIRTUAL TABLE docs USING fts5(title, body)",
	"INSERT INTO docs VALUES ('one', 'red apple'), ('two', 'green pear')",
	"CREATE VIRTUAL TABLE user_search USING fts5(name, token, content='users', content_rowid='id')",
	"INSERT INTO user_search(user_search) VALUES ('rebuild')",
	"CREATE VIRTUAL TABLE words USING fts5vocab(user_search, row)",
	"CREATE VIRTUAL TABLE boxes USING rtree(id, x0, x1)",
	"INSERT INTO boxes VALUES (1, 0, 1), (2, 5, 6)",
	"CREATE VIEW leak AS SELECT * FROM docs_data",
}, people...)

func names(relations ...string) standIn {
	return standIn{relations: relations, functions: []string{"count", "upper", "lower", "bm25", "rank", "json_each", "length"}}
}

func (s standIn) denying(deny ...string) standIn   { s.deny = deny; return s }
func (s standIn) defining(names ...string) standIn { s.defines = names; return s }
func (s standIn) masking(mask ...string) standIn   { s.mask = mask; return s }

func TestTheAuthorizerPermits(t *testing.T) {
	s := open(t, database(t, reorder(secrets)...))
	for _, c := range []struct {
		text string
		stmt standIn
		rows int
	}{
		{"SELECT name FROM users", names("users").denying("users.token"), 2},
		{"SELECT count(*) FROM users", names("users").denying("users.token"), 1},
		{"SELECT * FROM names", names("names").denying("users.token"), 2},
		{"SELECT count(*) FROM names", names("names"), 1},
		{"SELECT * FROM shouting", names("shouting"), 2},
		{"SELECT * FROM aliased", names("aliased"), 2},
		{"WITH t AS (SELECT id FROM users) SELECT count(*) FROM t", names("users"), 1},
		{"WITH tokens AS (SELECT 1 AS a) SELECT count(*) FROM tokens", names().defining("tokens"), 1},
		{"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT i FROM n", names(), 5},
		{"SELECT count(*) FROM (SELECT 1 UNION SELECT 2)", names(), 1},
		{"SELECT title FROM docs WHERE docs MATCH 'apple' ORDER BY rank", names("docs"), 1},
		{"SELECT title, bm25(docs) FROM docs('pear')", names("docs"), 1},
		{"SELECT * FROM user_search WHERE user_search MATCH 'ann'", names("user_search"), 1},
		{"SELECT term FROM words", names("words"), 4},
		{"SELECT id FROM boxes WHERE x0 > 1", names("boxes"), 1},
		{"SELECT * FROM json_each('[1,2,3]')", names("json_each"), 3},
		{"SELECT name FROM pragma_table_info('users')", names("pragma_table_info"), 3},
		{"SELECT name FROM sqlite_schema WHERE name = 'users'", names("sqlite_schema"), 1},
		{"SELECT name FROM sqlite_master WHERE name = 'users'", names("sqlite_master"), 1},
		{"SELECT name FROM users WHERE name LIKE 'a%' AND name GLOB 'A*'", names("users"), 1},
		{"SELECT current_date, current_time, current_timestamp", names(), 1},
		{"SELECT '{\"a\":1}' -> 'a', '{\"a\":1}' ->> 'a'", names(), 1},
		{"SELECT name FROM users JOIN (SELECT 1 AS id) USING (id)", names("users").denying("users.token"), 1},
		{"SELECT 1 FROM orders NATURAL JOIN (SELECT 1 AS id)", names("orders").denying("users.token"), 1},
		// A hidden column is not compared where nothing else in the FROM clause can have its name.
		{"SELECT 1 FROM (SELECT id FROM users) NATURAL JOIN orders", names("users", "orders").denying("users.token"), 2},
		{"SELECT name FROM users NATURAL JOIN orders", names("users", "orders").masking("users.token"), 2},
		{"SELECT 1 FROM orders NATURAL JOIN (SELECT 1 AS id) WHERE id IN (SELECT id FROM users)", names("users", "orders").denying("users.token"), 1},
		{"SELECT 1 FROM (SELECT name FROM users) JOIN (SELECT 'x' AS token) JOIN (SELECT 'x' AS token) USING (token)", names("users").denying("users.token"), 2},
		{"WITH u AS (SELECT id FROM users) SELECT 1 FROM u NATURAL JOIN (SELECT 1 AS id)", names("users").denying("users.token"), 1},
		// What FULL JOIN … USING merges: the engine asks for the columns of common tables and subqueries, and for coalesce.
		{"WITH q AS (SELECT id FROM users) SELECT id FROM q FULL JOIN (SELECT 1 AS id) USING (id)", names("users"), 2},
		{"WITH q AS (SELECT id FROM users), tokens AS (SELECT 1 AS id) SELECT id FROM q FULL JOIN tokens USING (id)", names("users"), 2},
		{"SELECT id FROM users JOIN (SELECT 1 AS id) USING (id) FULL JOIN (SELECT 2 AS id) USING (id)", names("users"), 2},
		{"SELECT fine FROM tokens", names("tokens").denying("tokens.secret"), 2},
		{"SELECT \"no such thing\"", names(), 1},
	} {
		rows, err := ask(t.Context(), s, c.text, c.stmt)
		if assert.NoError(t, err, c.text) {
			assert.Len(t, rows, c.rows, c.text)
		}
	}
}

// reorder puts the people's tables in front of what is made from them.
func reorder(statements []string) []string {
	return append(append([]string{}, people...), statements[:len(statements)-len(people)]...)
}

func TestTheAuthorizerRefuses(t *testing.T) {
	s := open(t, database(t, reorder(secrets)...))
	for _, c := range []struct {
		text string
		stmt standIn
		code guard.Code
	}{
		{"SELECT token FROM users", names("users").denying("users.token"), guard.ColumnNotAllowed},
		{"SELECT * FROM users", names("users").denying("users.token"), guard.ColumnNotAllowed},
		{"SELECT name FROM users ORDER BY token", names("users").denying("users.token"), guard.ColumnNotAllowed},
		{"SELECT name FROM users u WHERE u.\"ToKeN\" > 'a'", names("users").denying("users.token"), guard.ColumnNotAllowed},
		{"SELECT rowid FROM users", names("users").denying("users.id"), guard.ColumnNotAllowed},
		{"SELECT _rowid_ FROM users", names("users").denying("users.id"), guard.ColumnNotAllowed},
		{"SELECT * FROM aliased", names("aliased").denying("users.token"), guard.ColumnNotAllowed},
		{"SELECT t FROM aliased", names("aliased").denying("users.token"), guard.ColumnNotAllowed},
		{"SELECT * FROM names", names("names").denying("users"), guard.RelationNotAllowed},
		{"SELECT low FROM tokens", names("tokens").denying("tokens.secret"), guard.ColumnNotAllowed},
		{"SELECT lower2 FROM tokens", names("tokens").denying("tokens.secret"), guard.ColumnNotAllowed},
		{"SELECT token FROM user_search", names("user_search").denying("users.token"), guard.RelationNotAllowed},
		{"SELECT name FROM user_search('t1')", names("user_search").denying("users.token"), guard.RelationNotAllowed},
		{"SELECT name FROM user_search('t1')", names("user_search").masking("users.token"), guard.RelationNotAllowed},
		{"SELECT name FROM user_search", names("user_search").denying("users"), guard.RelationNotAllowed},
		{"SELECT term FROM words", names("words").denying("users.token"), guard.RelationNotAllowed},
		{"SELECT term FROM words", names("words").denying("user_search"), guard.RelationNotAllowed},
		{"SELECT * FROM docs_data", names("docs_data"), guard.RelationNotAllowed},
		{"SELECT * FROM boxes_node", names("boxes_node"), guard.RelationNotAllowed},
		{"SELECT * FROM leak", names("leak"), guard.RelationNotAllowed},
		{"SELECT name FROM users", names(), guard.ReadersDisagree},
		{"SELECT name FROM users", names("orders"), guard.ReadersDisagree},
		{"SELECT count(*) FROM users", names("orders"), guard.ReadersDisagree},
		{"SELECT hex(name) FROM users", names("users"), guard.ReadersDisagree},
		{"SELECT load_extension('x')", names(), guard.FunctionNotAllowed},
		{"SELECT * FROM pragma_table_info('users')", names(), guard.ReadersDisagree},
		{"SELECT * FROM pragma_database_list", names("pragma_database_list"), guard.PragmaNotAllowed},
		{"SELECT * FROM pragma_optimize(65538)", names("pragma_optimize"), guard.PragmaNotAllowed},
		{"SELECT 1; SELECT 2", names(), guard.ReadersDisagree},
		{"SELECT 1; -- done", names(), guard.ReadersDisagree},
		{"EXPLAIN SELECT 1", names(), guard.ReadersDisagree},
		{"", names(), guard.ReadersDisagree},
		{"SELECT name FROM users JOIN (SELECT 't1' AS token) USING (token)", names("users").denying("users.token"), guard.ColumnNotAllowed},
		{"SELECT name FROM users NATURAL JOIN (SELECT 't1' AS token)", names("users").denying("users.token"), guard.ColumnNotAllowed},
		{"SELECT name FROM users JOIN (SELECT 't1' AS token) USING (\"Token\")", names("users").masking("users.token"), guard.ColumnNotAllowed},
		{"SELECT name FROM users NATURAL /**/ JOIN (SELECT 't1' AS token)", names("users").masking("users.token"), guard.ColumnNotAllowed},
		{"SELECT 1 FROM users AS a NATURAL JOIN users AS b", names("users").masking("users.token"), guard.ColumnNotAllowed},
		{"SELECT 1 FROM orders, users NATURAL JOIN tokens", names("users", "orders", "tokens").masking("users.id"), guard.ColumnNotAllowed},
		{"WITH g AS (SELECT 't1' AS token) SELECT 1 FROM users NATURAL JOIN g", names("users").masking("users.token"), guard.ColumnNotAllowed},
		{"SELECT 1 FROM users NATURAL JOIN json_each('[1]')", names("users", "json_each").masking("users.token"), guard.ColumnNotAllowed},
		{"SELECT 1 FROM (users) JOIN (SELECT 't1' AS token) USING (token)", names("users").masking("users.token"), guard.ColumnNotAllowed},
		{"SELECT 1 FROM tokens JOIN (SELECT 's1' AS low) USING (low)", names("tokens").denying("tokens.secret"), guard.ColumnNotAllowed},
		{"SELECT name FROM users WHERE 't1' IN (SELECT token FROM users)", names("users").denying("users.token"), guard.ColumnNotAllowed},
		{"SELECT nosuch FROM users", names("users").denying("users.nosuch"), guard.ColumnNotAllowed},
	} {
		_, err := ask(t.Context(), s, c.text, c.stmt)
		var r *guard.Refusal
		if assert.ErrorAs(t, err, &r, c.text) {
			assert.Equal(t, c.code, r.Code, c.text)
			assert.NotEmpty(t, r.Hint, c.text)
		}
	}
}

func TestMaskedColumnsReadAsNull(t *testing.T) {
	s := open(t, database(t, reorder(secrets)...))
	for _, c := range []struct {
		text string
		stmt standIn
		want [][]any
	}{
		{"SELECT name, token FROM users", names("users").masking("users.token"), [][]any{{"Ann", nil}, {"Bob", nil}}},
		{"SELECT t FROM aliased", names("aliased").masking("users.token"), [][]any{{nil}, {nil}}},
		{"SELECT low, lower2, secret FROM tokens", names("tokens").masking("tokens.secret"), [][]any{{nil, nil, nil}, {nil, nil, nil}}},
		{"SELECT count(*) FROM users WHERE token = 't1'", names("users").masking("users.token"), [][]any{{int64(0)}}},
		{"SELECT name FROM users ORDER BY token DESC", names("users").masking("users.token"), [][]any{{"Ann"}, {"Bob"}}},
	} {
		rows, notices, err := askAll(t.Context(), s, c.text, c.stmt)
		require.NoError(t, err, c.text)
		assert.Equal(t, c.want, rows, c.text)
		if assert.Len(t, notices, 1, c.text) {
			assert.Equal(t, query.NoticeMasked, notices[0].Code)
		}
	}
}
