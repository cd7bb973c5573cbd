package postgres

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"vitrine/guard"
	"vitrine/query"
)

// renamed is a database that carries what users.token, measured.token and secrets hold under other names.
const renamed = `
	CREATE TABLE users(id int PRIMARY KEY, name text, token text, hint text GENERATED ALWAYS AS (left(token, 2)) STORED);
	CREATE TABLE secrets(token text);
	CREATE TABLE apps(id int, user_id int);
	CREATE VIEW v_fair AS SELECT id, name FROM users;
	CREATE VIEW v_all AS SELECT * FROM users;
	CREATE VIEW v_other AS SELECT id, token AS note FROM users;
	CREATE VIEW v_deep AS SELECT note AS harmless FROM v_other;
	CREATE VIEW v_where AS SELECT name FROM users WHERE token LIKE 't%';
	CREATE VIEW v_hint AS SELECT id, hint FROM users;
	CREATE VIEW v_row AS SELECT id, row_to_json(u) AS doc FROM users u;
	CREATE VIEW v_count AS SELECT count(*) FROM users;
	CREATE MATERIALIZED VIEW m_all AS SELECT * FROM users;
	CREATE MATERIALIZED VIEW m_row AS SELECT u::text AS t FROM users u;
	CREATE MATERIALIZED VIEW m_secrets AS SELECT token AS t FROM secrets;
	CREATE MATERIALIZED VIEW m_fair AS SELECT id, name FROM users;
	CREATE TABLE measured(id int, token text) PARTITION BY RANGE (id);
	CREATE TABLE measured_low PARTITION OF measured FOR VALUES FROM (0) TO (100) PARTITION BY RANGE (id);
	CREATE TABLE measured_one PARTITION OF measured_low FOR VALUES FROM (0) TO (10);
	CREATE TABLE measured_rest PARTITION OF measured DEFAULT;
	CREATE VIEW v_part AS SELECT token FROM measured_one;
	CREATE TABLE parent(id int, token text); CREATE TABLE child(extra int) INHERITS (parent);
`

func TestWhatIsDeniedUnderAnotherName(t *testing.T) {
	s, _, _ := open(t, renamed)
	token := guard.Policy{DenyColumns: []string{"users.token", "measured.token", "parent.token"}}
	glob := guard.Policy{DenyColumns: []string{"*.tok*"}}
	part := guard.Policy{DenyColumns: []string{"measured_one.token"}}
	relation := guard.Policy{DenyRelations: []string{"secrets", "measured", "child"}}
	low := guard.Policy{DenyRelations: []string{"measured_one"}}
	only := guard.Policy{AllowRelations: []string{"measured", "v_fair", "users"}}
	for _, c := range []struct {
		policy guard.Policy
		code   guard.Code // "" where it is admitted
		sql    []string
	}{
		{token, guard.ColumnNotAllowed, []string{
			"SELECT note FROM v_other", "SELECT id FROM v_other", "SELECT token FROM v_all", "SELECT * FROM v_all", "SELECT harmless FROM v_deep",
			"SELECT name FROM v_where", "SELECT doc FROM v_row", "SELECT id FROM m_all", "SELECT t FROM m_row", "SELECT hint FROM users", "SELECT u.hint FROM users u",
			"SELECT count(*) FROM users JOIN (SELECT 't1' AS hint) g USING (hint)", "SELECT id FROM v_hint", "SELECT token FROM measured_one",
			"SELECT * FROM measured_rest", "SELECT m FROM measured_low m", "SELECT token FROM v_part", "SELECT token FROM child", "SELECT * FROM child",
		}},
		{token, "", []string{
			"SELECT id, name FROM users", "SELECT * FROM v_fair", "SELECT * FROM v_count", "SELECT * FROM m_fair", "SELECT count(*) FROM users", "SELECT id FROM measured_one",
			"SELECT id FROM measured", "SELECT extra FROM child", "SELECT * FROM apps", "SELECT t FROM m_secrets", "SELECT u.name FROM users u JOIN apps a ON a.user_id = u.id",
		}},
		{glob, guard.ColumnNotAllowed, []string{
			"SELECT * FROM users", "SELECT u FROM users u", "SELECT u.* FROM users u", "SELECT row_to_json(u) FROM users u", "TABLE users", "SELECT x FROM users AS t(a, b, x)",
			"SELECT count(*) FROM users NATURAL JOIN (SELECT 't1' AS token) g", "SELECT (u).* FROM users u", "WITH t AS (TABLE users) SELECT name FROM t",
			"SELECT 1 FROM apps WHERE id IN (TABLE secrets)", "SELECT id FROM m_all", "SELECT hint FROM users",
		}},
		{glob, "", []string{"SELECT * FROM apps", "SELECT a FROM apps a", "SELECT id FROM users", "SELECT * FROM apps NATURAL JOIN (SELECT 1 AS id) g", "SELECT * FROM v_fair"}},
		{part, guard.ColumnNotAllowed, []string{"SELECT token FROM measured", "SELECT * FROM measured_low", "SELECT token FROM v_part"}},
		{part, "", []string{"SELECT token FROM measured_rest", "SELECT id FROM measured"}},
		{relation, guard.RelationNotAllowed, []string{"SELECT id FROM measured_one", "SELECT count(*) FROM measured_rest", "SELECT t FROM m_secrets", "SELECT token FROM v_part", "SELECT id FROM parent"}},
		{low, guard.RelationNotAllowed, []string{"SELECT id FROM measured", "SELECT id FROM measured_low", "SELECT * FROM v_part"}},
		{low, "", []string{"SELECT * FROM measured_rest"}},
		{only, "", []string{"SELECT * FROM measured", "SELECT * FROM v_fair"}},
	} {
		for _, sql := range c.sql {
			_, err := run(t, s, check(t, c.policy, sql), nil, query.Budget{})
			assert.Equal(t, string(c.code), codeOf(err), "%s: %v", sql, err)
			if r, ok := err.(*guard.Refusal); ok {
				assert.NotEmpty(t, r.Hint, sql)
				assert.Equal(t, 1, r.Line, sql)
			}
		}
	}
}
