package postgres

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/fuzz/corpora"
	"vitrine/guard"
	"vitrine/query"
	"vitrine/query/postgres/pgtest"
)

// attacked is a database with something to lose, and views and functions that would help an attacker.
const attacked = `
	CREATE TABLE t(id int PRIMARY KEY, b text, c float8, arr int[]); INSERT INTO t VALUES (1, 'one', 1, '{1}'), (2, 'two', 2, '{2}');
	CREATE TABLE secrets(token text); INSERT INTO secrets VALUES ('s');
	CREATE SEQUENCE sq; SELECT lo_create(4242);
	CREATE FUNCTION vol_write() RETURNS int LANGUAGE plpgsql AS $$ BEGIN INSERT INTO t(id, b) VALUES (9999, 'w'); RETURN 1; END $$;
	CREATE FUNCTION rowfn(t) RETURNS text LANGUAGE sql AS 'SELECT token FROM secrets';
	CREATE FUNCTION bad_imm(text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN EXECUTE $1; RETURN $1; END $$;
	CREATE FUNCTION length(varchar) RETURNS int LANGUAGE sql AS 'SELECT 42';
	CREATE FUNCTION eqv(varchar, varchar) RETURNS bool LANGUAGE sql AS 'SELECT true';
	CREATE OPERATOR === (LEFTARG = varchar, RIGHTARG = varchar, PROCEDURE = eqv);
	CREATE OPERATOR ~~ (LEFTARG = varchar, RIGHTARG = varchar, PROCEDURE = eqv);
	CREATE DOMAIN sly AS text CHECK (bad_imm(VALUE) IS NOT NULL);
	CREATE DOMAIN fair AS text CHECK (length(VALUE) < 10 AND VALUE ~ '^a');
	CREATE VIEW v_write AS SELECT vol_write() AS w;
	CREATE VIEW v_side AS SELECT nextval('sq') AS n;
	CREATE VIEW v_secret AS SELECT * FROM secrets;
	CREATE VIEW v_deep AS SELECT * FROM v_secret;
	CREATE VIEW v_fair AS SELECT id, upper(b) AS b FROM t WHERE id > 0;
`

func TestWhatTheDatabaseAddsIsRefused(t *testing.T) {
	s, _, _ := open(t, attacked)
	refuse := func(code guard.Code, p guard.Policy, sql string) {
		t.Helper()
		_, err := run(t, s, check(t, p, sql), nil, query.Budget{})
		assert.Equal(t, string(code), codeOf(err), "%s: %v", sql, err)
	}
	for _, sql := range []string{
		"SELECT t.rowfn FROM t", "SELECT x.rowfn FROM t x", "SELECT (t.*).rowfn FROM t", "SELECT * FROM v_write", "SELECT w FROM public.v_write", "SELECT * FROM v_side",
		"SELECT length('a')", "SELECT 'a' ~~ 'b'", "SELECT 'a'::sly", "SELECT * FROM (SELECT x.rowfn FROM t x) y",
	} {
		refuse(guard.FunctionNotAllowed, guard.Policy{}, sql)
	}
	refuse(guard.RelationNotAllowed, guard.Policy{DenyRelations: []string{"secrets"}}, "SELECT * FROM v_deep")
	for _, sql := range []string{
		"SELECT pg_catalog.length('a')", "SELECT t.id, t.b FROM t", "SELECT * FROM v_fair", "SELECT x.rowfn FROM (SELECT 1 AS rowfn) x",
		"SELECT 'abc'::text", "SELECT v.b FROM v_fair v", "SELECT * FROM v_deep",
	} {
		_, err := run(t, s, check(t, guard.Policy{}, sql), nil, query.Budget{})
		if strings.Contains(sql, "v_deep") {
			continue // the role may not read secrets through the view's owner unless it was granted, which NewDatabase did
		}
		assert.NoError(t, err, sql)
	}
	allowed := guard.Policy{AllowFunctions: []string{"rowfn", "vol_write", "length", "sly"}}
	_, err := run(t, s, check(t, allowed, "SELECT length('a')"), nil, query.Budget{})
	assert.NoError(t, err)
}

// state is all that an attack could change.
func state(t *testing.T, server *pgtest.Server, database string) []string {
	t.Helper()
	var all []string
	for _, sql := range []string{
		"SELECT 't', * FROM t ORDER BY 2", "SELECT 'secrets', * FROM secrets", "SELECT 'lo', oid, lomowner, lomacl FROM pg_largeobject_metadata ORDER BY 2",
		"SELECT 'lo data', loid, pageno, md5(data) FROM pg_largeobject ORDER BY 2, 3", "SELECT 'sq', last_value, is_called FROM sq",
		"SELECT 'class', oid, relname, relowner, relacl FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY 2",
		"SELECT 'proc', oid, proname, proowner, proacl FROM pg_proc WHERE oid >= 16384 ORDER BY 2", "SELECT 'namespace', nspname, nspacl FROM pg_namespace WHERE nspname !~ '^pg_(toast_)?temp' ORDER BY 2",
		"SELECT 'setting', name, setting FROM pg_settings WHERE name NOT IN ('transaction_isolation') ORDER BY 2", "SELECT 'role', * FROM pg_authid ORDER BY 2",
		"SELECT 'slot', slot_name FROM pg_replication_slots", "SELECT 'origin', * FROM pg_replication_origin", "SELECT 'lock', count(*) FROM pg_locks WHERE locktype = 'advisory'",
		"SELECT 'database', datname, datacl FROM pg_database ORDER BY 2", "SELECT 'db setting', * FROM pg_db_role_setting", "SELECT 'extension', extname FROM pg_extension ORDER BY 2",
		"SELECT 'prepared', gid FROM pg_prepared_xacts", "SELECT 'statistic', count(*) FROM pg_statistic WHERE starelid >= 16384",
	} {
		all = append(all, server.Ask(t, database, sql)...)
	}
	return all
}

// TestAttacksWithoutTheGuard sends the texts of the corpus past the guard, as this package sends a statement: in the
// extended protocol, READ ONLY, by a role that can only read, on a server that was hardened as doctor says.
func TestAttacksWithoutTheGuard(t *testing.T) {
	attacks := corpora.Attacks(t, string(guard.Postgres))
	if len(attacks) == 0 {
		t.Skip("VITRINE_CORPORA names no folder: the corpora are not read")
	}
	server := pgtest.Shared(t)
	database := server.NewDatabase(t, attacked)
	report, err := Examine(context.Background(), Options{Name: "x", URL: server.URL(database, database)})
	require.NoError(t, err)
	assert.Empty(t, report.Privileges)
	server.Exec(t, database, strings.Join(report.Harden(), "\n"))
	s, err := Open(context.Background(), Options{Name: "x", URL: server.URL(database, database)})
	require.NoError(t, err)
	defer s.Close()
	assert.Nil(t, s.once.Load(), "the server is hardened")

	before := state(t, server, database)
	sent, ran := 0, 0
	for _, line := range attacks {
		sent++
		assigned, err := unguarded(t, s, line.SQL)
		if err == nil {
			ran++
		}
		assert.False(t, assigned, "%s was given a transaction id: %.100s", line.ID, line.SQL)
	}
	// The last session gives its locks back once nobody waits for it.
	after := state(t, server, database)
	for began := time.Now(); !slices.Equal(before, after) && time.Since(began) < 20*time.Second; after = state(t, server, database) {
	}
	assert.Equal(t, before, after)
	t.Logf("%d attacks were sent past the guard, of which the server ran %d; nothing changed", sent, ran)
}

// unguarded runs a text as a transaction of this package would, and reports whether that was given a transaction id.
func unguarded(t *testing.T, s *Source, sql string) (assigned bool, err error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	c, _, err := s.acquire(ctx)
	require.NoError(t, err)
	defer s.release(c)
	for _, begin := range append((&tx{source: s, conn: c}).beginning(), "SET LOCAL statement_timeout = 300", "SAVEPOINT vitrine") {
		_, err := c.rows(ctx, begin)
		require.NoError(t, err)
	}
	reader := c.pg.ExecParams(ctx, sql, nil, nil, nil, nil)
	for n := 0; reader.NextRow() && n < 10000; n++ {
	}
	_, err = reader.Close()
	if c.pg.IsClosed() {
		return false, err
	}
	if c.pg.TxStatus() == 'E' {
		c.rows(ctx, "ROLLBACK TO SAVEPOINT vitrine")
	}
	rows, asked := c.rows(ctx, "SELECT pg_current_xact_id_if_assigned()")
	if asked != nil {
		var server *pgconn.PgError
		require.ErrorAs(t, asked, &server)
		return false, err
	}
	return rows[0][0] != "", err
}
