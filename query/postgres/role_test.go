package postgres

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/guard"
	"vitrine/query"
	"vitrine/query/postgres/pgtest"
)

func TestRolesThatCouldWriteAreRefused(t *testing.T) {
	server := pgtest.Shared(t)
	name := server.NewDatabase(t, shop+"CREATE SEQUENCE sq; SELECT lo_create(77);")
	open := func(o Options) (*Source, error) {
		o.Name, o.URL = "x", server.URL(name, name)
		return Open(context.Background(), o)
	}
	for _, c := range []struct{ grant, revoke, contains string }{
		{"GRANT INSERT ON users TO $", "REVOKE INSERT ON users FROM $", "may insert on public.users"},
		{"GRANT UPDATE (name) ON users TO $", "REVOKE UPDATE (name) ON users FROM $", "may update on public.users"},
		{"GRANT DELETE ON users TO PUBLIC", "REVOKE DELETE ON users FROM PUBLIC", "may delete on public.users"},
		{"GRANT TRUNCATE ON orders TO $", "REVOKE TRUNCATE ON orders FROM $", "may truncate on public.orders"},
		{"GRANT USAGE ON SEQUENCE sq TO $", "REVOKE USAGE ON SEQUENCE sq FROM $", "sequence public.sq"},
		{"GRANT CREATE ON SCHEMA public TO $", "REVOKE CREATE ON SCHEMA public FROM $", "may create in the schema public"},
		{"GRANT CREATE ON DATABASE $ TO $", "REVOKE CREATE ON DATABASE $ FROM $", "may create in the database"},
		{"ALTER TABLE users OWNER TO $", "ALTER TABLE users OWNER TO postgres; GRANT SELECT ON users TO $", "owns public.users"},
		{"ALTER LARGE OBJECT 77 OWNER TO $", "ALTER LARGE OBJECT 77 OWNER TO postgres", "owns the large object 77"},
		{"GRANT UPDATE ON LARGE OBJECT 77 TO PUBLIC", "REVOKE UPDATE ON LARGE OBJECT 77 FROM PUBLIC", "may write the large object 77"},
		{"ALTER ROLE $ CREATEROLE", "ALTER ROLE $ NOCREATEROLE", "may create roles"},
		{"ALTER ROLE $ SUPERUSER", "ALTER ROLE $ NOSUPERUSER", "is a superuser"},
		{"GRANT pg_write_server_files TO $", "REVOKE pg_write_server_files FROM $", "is a member of pg_write_server_files"},
	} {
		server.Exec(t, name, strings.ReplaceAll(c.grant, "$", name))
		_, err := open(Options{})
		assert.Equal(t, string(query.CodeNotReadOnly), codeOf(err), c.grant)
		assert.ErrorContains(t, err, c.contains)
		s, err := open(Options{AllowPrivileged: true})
		if assert.NoError(t, err, c.grant) {
			assert.Equal(t, NoticePrivileged, s.Notices()[0].Code)
			r := ask(t, s, "SELECT 1")
			assert.Equal(t, NoticePrivileged, r.notices[0].Code, "every result says so")
			s.Close()
		}
		server.Exec(t, name, strings.ReplaceAll(c.revoke, "$", name))
	}
	s, err := open(Options{})
	require.NoError(t, err)
	defer s.Close()
	codes := func(r answer) []string {
		var codes []string
		for _, n := range r.notices {
			codes = append(codes, n.Code)
		}
		return codes
	}
	assert.Contains(t, codes(ask(t, s, "SELECT 1")), NoticeUnhardened)
	assert.NotContains(t, codes(ask(t, s, "SELECT 1")), NoticeUnhardened, "it is told once")
	assert.Equal(t, []string{"1|f"}, server.Ask(t, name, "SELECT last_value, is_called FROM sq"), "sequences are never called")
	assert.Equal(t, []string{"0"}, server.Ask(t, name, "SELECT count(*) FROM pg_class WHERE relname LIKE 'vitrine%'"))
}

func TestTryingFindsWhatLookingMisses(t *testing.T) {
	s, server, name := open(t, shop)
	c, _, err := s.acquire(context.Background())
	require.NoError(t, err)
	defer s.release(c)
	could, err := try(context.Background(), c)
	require.NoError(t, err)
	assert.Empty(t, could)
	server.Exec(t, name, "GRANT INSERT, DELETE ON users TO "+name+"; GRANT CREATE ON SCHEMA public TO "+name)
	could, err = try(context.Background(), c)
	require.NoError(t, err)
	var what []string
	for _, p := range could {
		what = append(what, p.What)
	}
	assert.ElementsMatch(t, []string{"could make a table in the schema public", "could delete from public.users", "could insert into public.users"}, what)
	assert.Equal(t, []string{"2"}, server.Ask(t, name, "SELECT count(*) FROM users"))
}

func TestCreateRoleMakesARoleThatIsServed(t *testing.T) {
	server := pgtest.Shared(t)
	name := server.NewDatabase(t, shop)
	role := name + "_reader"
	var sql []string
	for _, statement := range CreateRole(role, name, []string{"public"}) {
		if !strings.HasPrefix(statement, `\`) {
			sql = append(sql, statement)
		}
	}
	server.Exec(t, name, strings.Join(sql, "\n"))
	t.Cleanup(func() { server.Exec(t, name, "DROP OWNED BY "+role+"; DROP ROLE "+role) })
	s, err := Open(context.Background(), Options{Name: "x", URL: server.URL(role, name)})
	require.NoError(t, err)
	defer s.Close()
	assert.Equal(t, int64(2), ask(t, s, "SELECT count(*) FROM users").rows[0][0].Int)
}

func TestCatalog(t *testing.T) {
	s, server, name := open(t, `
		CREATE TABLE users(id int PRIMARY KEY, name text NOT NULL DEFAULT 'x', token text, at timestamptz);
		COMMENT ON TABLE users IS 'people'; COMMENT ON COLUMN users.name IS 'how they are called';
		CREATE TABLE items(a int, b int, owner int REFERENCES users(id), total int GENERATED ALWAYS AS (a * 2) STORED, PRIMARY KEY (b, a));
		CREATE UNIQUE INDEX items_lower ON items (lower(b::text), a);
		CREATE INDEX users_token ON users (token);
		CREATE VIEW v AS SELECT id FROM users; CREATE MATERIALIZED VIEW mv AS SELECT id FROM users;
		CREATE TABLE parts(d date) PARTITION BY RANGE (d); CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
		CREATE SCHEMA app; CREATE TABLE app.users(x int); CREATE TABLE app.hidden(x int); CREATE TABLE closed(x int);`)
	server.Exec(t, name, "GRANT USAGE ON SCHEMA app TO "+name+"; GRANT SELECT ON app.users TO "+name+"; REVOKE ALL ON closed FROM "+name)
	g, err := guard.New(guard.Policy{Dialect: guard.Postgres})
	require.NoError(t, err)
	tables, err := s.Tables(context.Background(), g)
	require.NoError(t, err)
	assert.Equal(t, []query.Table{
		{Schema: "app", Name: "users", Type: "table", Columns: 1},
		{Schema: "public", Name: "items", Type: "table", Columns: 4},
		{Schema: "public", Name: "mv", Type: "materialized view", Columns: 1},
		{Schema: "public", Name: "parts", Type: "partitioned table", Columns: 1},
		{Schema: "public", Name: "users", Type: "table", Columns: 4, Comment: "people"},
		{Schema: "public", Name: "v", Type: "view", Columns: 1},
	}, tables)
	d, err := s.Describe(context.Background(), g, "", "users")
	require.NoError(t, err)
	assert.Equal(t, "public", d.Schema)
	assert.Equal(t, []query.Field{
		{Name: "id", Type: "integer", NotNull: true, PrimaryKey: 1},
		{Name: "name", Type: "text", NotNull: true, Default: "'x'::text", Comment: "how they are called"},
		{Name: "token", Type: "text"},
		{Name: "at", Type: "timestamp with time zone"},
	}, d.Fields)
	assert.Equal(t, []query.Index{{Name: "users_pkey", Columns: []string{"id"}, Unique: true}, {Name: "users_token", Columns: []string{"token"}}}, d.Indexes)
	d, err = s.Describe(context.Background(), g, "public", "items")
	require.NoError(t, err)
	assert.Equal(t, []query.ForeignKey{{Columns: []string{"owner"}, References: "users", To: []string{"id"}}}, d.ForeignKeys)
	assert.Equal(t, []query.Index{{Name: "items_lower", Columns: []string{"lower(b::text)", "a"}, Unique: true}, {Name: "items_pkey", Columns: []string{"b", "a"}, Unique: true}}, d.Indexes)
	assert.Equal(t, 2, d.Fields[0].PrimaryKey)
	assert.True(t, d.Fields[3].Generated)
	d, err = s.Describe(context.Background(), g, "", "v")
	require.NoError(t, err)
	assert.Contains(t, d.SQL, "FROM users")
	for _, missing := range []string{"usres", "closed", "parts_1"} {
		_, err = s.Describe(context.Background(), g, "", missing)
		assert.Equal(t, string(query.CodeUnknownTable), codeOf(err), missing)
		assert.NotContains(t, err.Error(), "did you mean closed")
	}

	g, err = guard.New(guard.Policy{Dialect: guard.Postgres, DenyColumns: []string{"users.token"}, DenyRelations: []string{"items"}})
	require.NoError(t, err)
	tables, err = s.Tables(context.Background(), g)
	require.NoError(t, err)
	assert.Len(t, tables, 5)
	d, err = s.Describe(context.Background(), g, "public", "users")
	require.NoError(t, err)
	assert.Len(t, d.Fields, 3)
	assert.Len(t, d.Indexes, 1)
}

// TestManyTables lists 2,000 tables in one question to the server.
func TestManyTables(t *testing.T) {
	s, _, _ := open(t, `DO $$ BEGIN FOR i IN 1..2000 LOOP EXECUTE format('CREATE TABLE many_%s(id int, a text, b text)', i); END LOOP; END $$`)
	g, err := guard.New(guard.Policy{Dialect: guard.Postgres})
	require.NoError(t, err)
	tables, err := s.Tables(context.Background(), g)
	require.NoError(t, err)
	assert.Len(t, tables, 2000)
	_, err = run(t, s, check(t, guard.Policy{}, "SELECT * FROM many_2001"), nil, query.Budget{})
	assert.Equal(t, string(query.CodeUnknownTable), codeOf(err))
}
