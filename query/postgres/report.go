package postgres

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// Report is what is known of a server and of the role that the gateway connects as.
type Report struct {
	Server     string // the version
	Database   string
	Role       string
	Standby    bool
	TLS        bool // or a local socket, which needs none
	SearchPath string
	Privileges []Privilege // what lets the role write
	Unhardened []string    // functions that act in spite of READ ONLY and that the role may call, as signatures
	Weak       []Privilege // what is not as it should be, and lets nobody write by itself
}

// Privilege is one thing that a role may do, and the SQL that takes it away.
type Privilege struct {
	What string
	Mend string
}

// unhardened are the functions that a stock server lets everybody call and that act in spite of READ ONLY. All were seen
// to on 15.18.
var unhardened = []string{
	"lo_creat", "lo_create", "lo_from_bytea", "lo_put", "lo_unlink", "lo_open", "lowrite", "lo_truncate", "lo_truncate64",
	"lo_import", "lo_export", "pg_notify", "set_config", "pg_advisory_lock", "pg_advisory_lock_shared", "pg_try_advisory_lock",
	"pg_try_advisory_lock_shared", "pg_advisory_xact_lock", "pg_advisory_xact_lock_shared", "pg_try_advisory_xact_lock",
	"pg_try_advisory_xact_lock_shared", "pg_logical_emit_message", "pg_export_snapshot", "pg_sleep", "pg_sleep_for", "pg_sleep_until",
	"txid_current", "pg_current_xact_id",
}

// superuser is what the first of privilegeQueries says of a superuser.
const superuser = "is a superuser"

// notTheUsers leaves out the server's own schemas.
const notTheUsers = `n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast') AND n.nspname NOT LIKE 'pg\_temp\_%' AND n.nspname NOT LIKE 'pg\_toast\_temp\_%'`

// privilegeQueries each return what the role may do, and the SQL that takes it away, in two columns. They look privileges
// up; try attempts what they say cannot be done.
var privilegeQueries = []string{
	`SELECT v.what, 'ALTER ROLE ' || quote_ident(r.rolname) || ' ' || v.mend FROM pg_roles r
	 CROSS JOIN LATERAL (VALUES (r.rolsuper, 'is a superuser', 'NOSUPERUSER'), (r.rolcreaterole, 'may create roles', 'NOCREATEROLE'),
	   (r.rolcreatedb, 'may create databases', 'NOCREATEDB'), (r.rolreplication, 'may replicate', 'NOREPLICATION'),
	   (r.rolbypassrls, 'bypasses row level security', 'NOBYPASSRLS')) AS v(has, what, mend)
	 WHERE r.rolname = current_user AND v.has`,
	`SELECT 'is a member of ' || m.rolname, 'REVOKE ' || quote_ident(m.rolname) || ' FROM ' || quote_ident(current_user) FROM pg_roles m
	 WHERE m.rolname <> current_user AND pg_has_role(current_user, m.oid, 'MEMBER') AND NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user)
	   AND (m.rolsuper OR m.rolcreaterole OR m.rolcreatedb OR m.rolreplication OR m.rolname IN ('pg_write_all_data',
	   'pg_write_server_files', 'pg_read_server_files', 'pg_execute_server_program', 'pg_signal_backend', 'pg_checkpoint',
	   'pg_maintain', 'pg_create_subscription', 'pg_use_reserved_connections'))`,
	`SELECT 'owns ' || what, mend FROM (
	   SELECT quote_ident(n.nspname) || '.' || quote_ident(c.relname), c.relowner, 'ALTER TABLE ' || quote_ident(n.nspname) || '.' || quote_ident(c.relname) || ' OWNER TO postgres'
	     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind NOT IN ('i', 'I', 't')
	   UNION ALL SELECT 'the schema ' || quote_ident(nspname), nspowner, 'ALTER SCHEMA ' || quote_ident(nspname) || ' OWNER TO postgres' FROM pg_namespace
	   UNION ALL SELECT 'the function ' || p.oid::regprocedure, proowner, 'ALTER ROUTINE ' || p.oid::regprocedure || ' OWNER TO postgres' FROM pg_proc p
	   UNION ALL SELECT 'the database ' || quote_ident(datname), datdba, 'ALTER DATABASE ' || quote_ident(datname) || ' OWNER TO postgres' FROM pg_database
	   UNION ALL SELECT 'the large object ' || oid, lomowner, 'ALTER LARGE OBJECT ' || oid || ' OWNER TO postgres' FROM pg_largeobject_metadata
	 ) AS o(what, owner, mend) WHERE pg_has_role(current_user, owner, 'USAGE') AND NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) LIMIT 100`,
	`SELECT 'may ' || lower(p) || ' on ' || quote_ident(n.nspname) || '.' || quote_ident(c.relname),
	   'REVOKE ' || p || ' ON ' || quote_ident(n.nspname) || '.' || quote_ident(c.relname) || ' FROM PUBLIC, ' || quote_ident(current_user)
	 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
	 CROSS JOIN unnest(ARRAY['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) AS p
	 WHERE c.relkind IN ('r', 'p', 'v', 'f', 'm') AND ` + notTheUsers + `
	   AND (has_table_privilege(c.oid, p) OR p IN ('INSERT', 'UPDATE') AND has_any_column_privilege(c.oid, p)) LIMIT 100`,
	`SELECT 'may take numbers from the sequence ' || quote_ident(n.nspname) || '.' || quote_ident(c.relname),
	   'REVOKE USAGE, UPDATE ON SEQUENCE ' || quote_ident(n.nspname) || '.' || quote_ident(c.relname) || ' FROM PUBLIC, ' || quote_ident(current_user)
	 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
	 WHERE CASE WHEN c.relkind = 'S' THEN has_sequence_privilege(c.oid, 'USAGE') OR has_sequence_privilege(c.oid, 'UPDATE') END AND ` + notTheUsers + ` LIMIT 100`,
	`SELECT 'may create in the schema ' || quote_ident(n.nspname), 'REVOKE CREATE ON SCHEMA ' || quote_ident(n.nspname) || ' FROM PUBLIC, ' || quote_ident(current_user)
	 FROM pg_namespace n WHERE has_schema_privilege(n.oid, 'CREATE') AND n.nspname NOT LIKE 'pg\_temp\_%' AND n.nspname NOT LIKE 'pg\_toast\_temp\_%' LIMIT 100`,
	`SELECT 'may create in the database ' || quote_ident(current_database()), 'REVOKE CREATE ON DATABASE ' || quote_ident(current_database()) || ' FROM PUBLIC, ' || quote_ident(current_user)
	 WHERE has_database_privilege(current_database(), 'CREATE')`,
	`SELECT 'may write the large object ' || l.oid, 'REVOKE ALL ON LARGE OBJECT ' || l.oid || ' FROM PUBLIC, ' || quote_ident(current_user)
	 FROM pg_largeobject_metadata l CROSS JOIN LATERAL aclexplode(l.lomacl) a
	 WHERE a.privilege_type = 'UPDATE' AND (a.grantee = 0 OR pg_has_role(current_user, a.grantee, 'USAGE')) LIMIT 100`,
}

// examine looks the role's privileges up and tries what it should not be able to do.
func examine(ctx context.Context, c *conn) (*Report, error) {
	rows, err := c.rows(ctx, `SELECT current_setting('server_version'), current_database(), current_user, pg_is_in_recovery(), current_setting('search_path'),
		inet_client_addr() IS NULL OR COALESCE((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false)`)
	if err != nil {
		return nil, err
	}
	row := rows[0]
	r := &Report{Server: row[0], Database: row[1], Role: row[2], Standby: row[3] == "t", SearchPath: row[4], TLS: row[5] == "t"}
	for _, sql := range privilegeQueries {
		found, err := c.rows(ctx, sql)
		if err != nil {
			return nil, err
		}
		for _, f := range found {
			r.Privileges = append(r.Privileges, Privilege{f[0], f[1] + ";"})
		}
		if len(r.Privileges) > 0 && r.Privileges[0].What == superuser {
			break // all else follows from it
		}
	}
	if len(r.Privileges) == 0 && !r.Standby {
		tried, err := try(ctx, c)
		if err != nil {
			return nil, err
		}
		r.Privileges = append(r.Privileges, tried...)
	}
	open, err := c.rows(ctx, `SELECT p.oid::regprocedure::text FROM pg_proc p
		WHERE p.pronamespace = 'pg_catalog'::regnamespace AND p.proname = ANY ($1::text[]) AND has_function_privilege(p.oid, 'EXECUTE') ORDER BY 1`,
		"{"+strings.Join(unhardened, ",")+"}")
	if err != nil {
		return nil, err
	}
	for _, f := range open {
		r.Unhardened = append(r.Unhardened, f[0])
	}
	return r, r.weaknesses(ctx, c)
}

// weaknesses looks for what a careful operator would change.
func (r *Report) weaknesses(ctx context.Context, c *conn) error {
	rows, err := c.rows(ctx, `SELECT 'may make temporary tables in a transaction that is not READ ONLY', 'REVOKE TEMPORARY ON DATABASE ' || quote_ident(current_database()) || ' FROM PUBLIC, ' || quote_ident(current_user) || ';'
		  WHERE has_database_privilege(current_database(), 'TEMPORARY')
		UNION ALL SELECT 'has no connection limit', 'ALTER ROLE ' || quote_ident(rolname) || ' CONNECTION LIMIT 20;' FROM pg_roles WHERE rolname = current_user AND rolconnlimit < 0
		UNION ALL SELECT 'is not read-only by default', 'ALTER ROLE ' || quote_ident(rolname) || ' SET default_transaction_read_only = on;' FROM pg_roles
		  WHERE rolname = current_user AND NOT COALESCE('default_transaction_read_only=on' = ANY (rolconfig), false)
		UNION ALL SELECT 'has no limit on temporary files', 'ALTER ROLE ' || quote_ident(current_user) || ' SET temp_file_limit = ''1GB'';' FROM pg_settings
		  WHERE name = 'temp_file_limit' AND setting = '-1'
		UNION ALL SELECT 'may run ' || p.oid::regprocedure || ' with the rights of ' || pg_get_userbyid(p.proowner), 'REVOKE EXECUTE ON ROUTINE ' || p.oid::regprocedure || ' FROM PUBLIC, ' || quote_ident(current_user) || ';'
		  FROM pg_proc p WHERE p.prosecdef AND p.pronamespace <> 'pg_catalog'::regnamespace AND has_function_privilege(p.oid, 'EXECUTE')`)
	if err != nil {
		return err
	}
	for _, row := range rows {
		r.Weak = append(r.Weak, Privilege{row[0], row[1]})
	}
	if !r.TLS {
		r.Weak = append(r.Weak, Privilege{"reaches the server without TLS", "-- connect with sslmode=verify-full, unless through a local socket"})
	}
	return nil
}

// mostTries is how many tables and schemas are tried.
const mostTries = 20

// try attempts to write in transactions that are rolled back. EXPLAIN checks a statement's privileges without running it or
// firing a trigger, and sequences are left alone, since what they give out is not rolled back.
func try(ctx context.Context, c *conn) ([]Privilege, error) {
	tables, err := c.rows(ctx, `SELECT quote_ident(n.nspname) || '.' || quote_ident(c.relname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND `+notTheUsers+` AND has_schema_privilege(n.oid, 'USAGE') ORDER BY c.oid DESC LIMIT `+strconv.Itoa(mostTries))
	if err != nil {
		return nil, err
	}
	schemas, err := c.rows(ctx, `SELECT quote_ident(n.nspname) FROM pg_namespace n WHERE n.nspname <> 'pg_toast' AND n.nspname NOT LIKE 'pg\_temp\_%' AND n.nspname NOT LIKE 'pg\_toast\_temp\_%' LIMIT `+strconv.Itoa(mostTries))
	if err != nil {
		return nil, err
	}
	var random [8]byte
	rand.Read(random[:])
	probe := "vitrine_probe_" + hex.EncodeToString(random[:])
	type attempt struct{ what, sql string }
	attempts := []attempt{{"could make a schema", "CREATE SCHEMA " + probe}, {"could make a role", "CREATE ROLE " + probe}}
	for _, schema := range schemas {
		attempts = append(attempts, attempt{"could make a table in the schema " + schema[0], "CREATE TABLE " + schema[0] + "." + probe + " ()"})
	}
	for _, table := range tables {
		attempts = append(attempts, attempt{"could delete from " + table[0], "EXPLAIN (COSTS OFF) DELETE FROM " + table[0] + " WHERE false"},
			attempt{"could insert into " + table[0], "EXPLAIN (COSTS OFF) INSERT INTO " + table[0] + " SELECT * FROM " + table[0] + " WHERE false"})
	}
	var could []Privilege
	for _, a := range attempts {
		done, err := attemptOnce(ctx, c, a.sql)
		if err != nil {
			return nil, err
		}
		if done {
			could = append(could, Privilege{a.what, "-- found by trying: " + a.sql})
		}
	}
	return could, nil
}

// attemptOnce runs a statement in a transaction that may write and is rolled back, and reports whether the server let it.
func attemptOnce(ctx context.Context, c *conn, sql string) (bool, error) {
	p := c.pg.StartPipeline(ctx)
	for _, s := range []string{"BEGIN READ WRITE", "SET LOCAL lock_timeout = 500", sql} {
		p.SendQueryParams(s, nil, nil, nil, nil)
	}
	p.SendPipelineSync()
	p.SendQueryParams("ROLLBACK", nil, nil, nil, nil)
	if err := p.Sync(); err != nil {
		p.Close()
		return false, err
	}
	err := finish(p)
	var server *pgconn.PgError
	switch {
	case err == nil:
		return true, nil
	case !errors.As(err, &server):
		return false, err
	case server.Code == "55P03":
		// It waited for a lock, so it had the right to.
		return true, nil
	}
	return false, nil
}

// Harden returns the statements that close what the report found, in the order in which to run them as a superuser.
func (r *Report) Harden() []string {
	var sql []string
	for _, p := range slices.Concat(r.Privileges, r.Weak) {
		sql = append(sql, p.Mend)
	}
	if len(r.Unhardened) > 0 {
		for _, f := range r.Unhardened {
			sql = append(sql, fmt.Sprintf("REVOKE EXECUTE ON FUNCTION pg_catalog.%s FROM PUBLIC;", f))
		}
	}
	return sql
}

// CreateRole returns the statements that make a role which can only read, for a database.
func CreateRole(role, database string, schemas []string) []string {
	role, database = quoteName(role), quoteName(database)
	sql := []string{
		fmt.Sprintf("CREATE ROLE %s LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS NOINHERIT CONNECTION LIMIT 20;", role),
		fmt.Sprintf(`\password %s`, role),
		fmt.Sprintf("GRANT CONNECT ON DATABASE %s TO %s;", database, role),
	}
	for _, schema := range schemas {
		schema = quoteName(schema)
		sql = append(sql, fmt.Sprintf("GRANT USAGE ON SCHEMA %s TO %s;", schema, role), fmt.Sprintf("GRANT SELECT ON ALL TABLES IN SCHEMA %s TO %s;", schema, role))
	}
	return append(sql,
		fmt.Sprintf("ALTER ROLE %s SET default_transaction_read_only = on;", role),
		fmt.Sprintf("ALTER ROLE %s SET statement_timeout = '60s';", role),
		fmt.Sprintf("ALTER ROLE %s SET idle_in_transaction_session_timeout = '60s';", role),
		fmt.Sprintf("ALTER ROLE %s SET temp_file_limit = '1GB';", role))
}

// quoteName writes a name so that PostgreSQL reads it as it is.
func quoteName(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
