package cell_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/fixtures"
	"vitrine/guard"
	"vitrine/query"
	"vitrine/query/postgres"
	"vitrine/query/postgres/pgtest"
	"vitrine/tools"
	"vitrine/tools/cell"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// onPostgres copies the substrate of a served cell into a PostgreSQL database and serves the same cell around that.
func onPostgres(t *testing.T, s *served) (*served, string) {
	server := pgtest.Shared(t)
	name := server.NewDatabase(t, fixtures.PostgresSubstrateSchema())
	require.NoError(t, fixtures.CopyToPostgres(context.Background(), filepath.Join(s.folder, "substrate.sqlite"), server.URL("postgres", name)))
	source, err := postgres.Open(context.Background(), postgres.Options{Name: "substrate", URL: server.URL(name, name)})
	require.NoError(t, err)
	t.Cleanup(func() { source.Close() })
	return serveOn(t, s.folder, query.NewRunner(source, ample), func(o *cell.Options) {
		o.SubstratePath, o.Policy = "", guard.Policy{Dialect: guard.Postgres}
	}), name
}

// answers asks for everything that the tools read of the substrate and follows the cursors; what the source itself has to
// notice is left out.
func answers(s *served, shas []string) (all []string) {
	ask := func(tool string, arguments map[string]any) {
		for {
			encoded, err := json.Marshal(arguments)
			require.NoError(s.t, err)
			result, err := s.registry.Call(context.Background(), tools.LocalOperator(), tool, encoded, nil)
			require.NoError(s.t, err)
			var answer map[string]json.RawMessage
			require.NoError(s.t, json.Unmarshal(result.JSON, &answer))
			delete(answer, "notices")
			rest, err := json.Marshal(answer)
			require.NoError(s.t, err)
			all = append(all, fmt.Sprintf("%s %s: %s", tool, encoded, rest))
			var next string
			if json.Unmarshal(answer["next_after"], &next) != nil || next == "" {
				return
			}
			arguments["after"] = next
		}
	}
	for _, limit := range []int{500, 7} {
		ask("directive_history", map[string]any{"limit": limit})
		ask("directive_history", map[string]any{"limit": limit, "kind": "mixed"})
		ask("directive_history", map[string]any{"limit": limit, "since": "2026-05-02T10:30:00+05:30", "until": "2026-05-13"})
		ask("directive_history", map[string]any{"limit": limit, "since": "2026-05-14"})
		ask("franklin_response_tail", map[string]any{"limit": min(limit, 200)})
	}
	for _, sha := range shas {
		ask("causal_chain", map[string]any{"directive_sha256": sha})
		ask("franklin_response_tail", map[string]any{"directive_sha256": sha, "limit": 1})
	}
	var status status
	s.call("cell_status", `{}`, &status)
	return append(all, string(status.LastDirectiveAt))
}

// The cell's tools answer on PostgreSQL what they answer on SQLite, for the fixture and for random stamps.
func TestPostgresAnswersAsSQLite(t *testing.T) {
	pgtest.Shared(t)
	shas := func(s *served) []string {
		rows, err := s.writer().Query(`SELECT directive_sha256 FROM user_directives ORDER BY id LIMIT 12`)
		require.NoError(t, err)
		defer rows.Close()
		all := []string{strings.Repeat("0", 64)}
		for rows.Next() {
			var sha string
			require.NoError(t, rows.Scan(&sha))
			all = append(all, sha)
		}
		return all
	}
	s := serve(t, fixture, nil)
	pg, _ := onPostgres(t, s)
	require.Equal(t, answers(s, shas(s)), answers(pg, shas(s)))

	random := rand.New(rand.NewPCG(8, 8))
	for range 3 {
		s := serve(t, fixtures.EmptySubstrate, nil)
		db := s.writer()
		_, err := randomDirectives(random, db, 41)
		require.NoError(t, err)
		for i, at := range []string{
			"2026-05-03T10:00:00.0004Z", "2026-05-03T10:00:00.0005Z", "2026-05-03T10:00:00.9999Z", "2026-05-03T10:00:59.99951Z", "2026-05-03T10:00:33.1205Z",
			"2026-05-03T24:00:00Z", "2026-02-31T00:00:00Z", "2026-05-03T10:00", "2026-05-03TT10:00:00.25", "2026-05-03T", "0000-01-01T00:00:00.5Z", "9999-12-31T23:59:59.9999Z", "ü",
		} {
			_, err := db.Exec(`INSERT INTO user_directives VALUES (?, ?, ?, '', 'mixed', '', 'ü', 9007199254740993)`, 1000+i, fmt.Sprintf("%064x", 1000+i), at)
			require.NoError(t, err)
			_, err = db.Exec(`INSERT INTO franklin_responses VALUES (?, NULL, ?, 'c', 'b', 'w')`, i+1, at)
			require.NoError(t, err)
			_, err = db.Exec(`INSERT INTO directive_executions VALUES (?, ?, ?, 'c', ?, NULL, NULL, NULL, 'w')`, i+1, fmt.Sprintf("%064x", 0), random.IntN(3), at)
			require.NoError(t, err)
		}
		pg, _ := onPostgres(t, s)
		require.Equal(t, answers(s, shas(s)), answers(pg, shas(s)))
	}
}

// What a PostgreSQL database lacks is told as for a SQLite file; the substrate itself has no file to look at.
func TestPostgresSchemaMismatchAndStatus(t *testing.T) {
	pg, name := onPostgres(t, serve(t, fixtures.EmptySubstrate, nil))
	server := pgtest.Shared(t)
	var got status
	pg.call("cell_status", `{}`, &got)
	assert.Contains(t, string(got.Substrate), "the substrate is in PostgreSQL")
	assert.Equal(t, "null", string(got.LastDirectiveAt))
	server.Exec(t, name, `DROP VIEW directive_causal_chains`)
	e := pg.fail("causal_chain", `{"directive_sha256": "`+strings.Repeat("a", 64)+`"}`, tools.CodeSchemaMismatch)
	assert.Equal(t, "directive_causal_chains", e.Details["missing"])
	server.Exec(t, name, `ALTER TABLE user_directives DROP COLUMN tau_block`)
	e = pg.fail("directive_history", `{}`, tools.CodeSchemaMismatch)
	assert.Equal(t, "user_directives.tau_block", e.Details["missing"])
}
