package config_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/tools/config"
)

func machine(variables ...string) config.Machine {
	set := map[string]string{}
	for i := 0; i+1 < len(variables); i += 2 {
		set[variables[i]] = variables[i+1]
	}
	return config.Machine{OS: "linux", Home: "/home/ann", Lookup: func(name string) (string, bool) {
		v, ok := set[name]
		return v, ok
	}}
}

// accept reads a file that must be right.
func accept(t *testing.T, text string, variables ...string) *config.Config {
	t.Helper()
	c, problems := config.Parse([]byte(text), "/etc/vitrine", machine(variables...))
	require.Empty(t, problems)
	return c
}

// refuse reads a file that must have exactly one problem.
func refuse(t *testing.T, text string, line int, key string, says ...string) {
	t.Helper()
	c, problems := config.Parse([]byte(text), "/etc/vitrine", machine())
	require.Nil(t, c)
	require.Len(t, problems, 1, "%v", problems)
	assert.Equal(t, line, problems[0].Line, "%v", problems[0])
	assert.Equal(t, key, problems[0].Key)
	for _, word := range says {
		assert.Contains(t, problems[0].Message, word)
	}
}

func TestWholeFile(t *testing.T) {
	c := accept(t, `
sources:
  - name: shop
    description: orders and users
    sqlite: shop.db
    policy:
      deny_columns: [users.token]
      stacked: refuse
    budget: {time: 2s, bytes: 256KiB, cell_bytes: 4096, concurrent: 2}
  - name: books
    postgres: postgres://reader:${PW}@db/books
cell:
  substrate: ~/cell/substrate.sqlite
  nats_subjects: [cell.status.>]
record:
  path: /data/record.sqlite
  stale_after: 2d
http:
  listen: 127.0.0.1:8765
tokens: tokens.json
audit: {file: audit.jsonl, key: audit.key, fsync: true}
limits: {memory: 128MiB}
log: {format: json, level: debug}
sandbox: require
`, "PW", "s3cret")
	require.Len(t, c.Sources, 2)
	assert.Equal(t, config.Path("/etc/vitrine/shop.db"), c.Sources[0].SQLite)
	assert.Equal(t, "refuse", c.Sources[0].Policy.Stacked)
	assert.Equal(t, 2*time.Second, c.Sources[0].Budget.Query().Time)
	assert.EqualValues(t, 256<<10, c.Sources[0].Budget.Query().Bytes)
	assert.Equal(t, "postgres://reader:s3cret@db/books", c.Sources[1].Postgres)
	assert.Equal(t, config.Path("/home/ann/cell/cell_identity.json"), c.Cell.CellIdentity, "beside the substrate")
	assert.Equal(t, config.Path("/home/ann/.local/state/gaiaftcl/log"), c.Cell.Logs)
	assert.Equal(t, config.Duration(48*time.Hour), c.Record.StaleAfter)
	assert.Equal(t, config.Path("/etc/vitrine/tokens.json"), c.Tokens)
	assert.True(t, c.Audit.Fsync)
	assert.Equal(t, "require", c.Sandbox)
}

func TestEmptyFiles(t *testing.T) {
	for _, text := range []string{"", "\n", "# nothing yet\n", "sources:\n", "sources: []\n", "---\n"} {
		c := accept(t, text)
		assert.Empty(t, c.Sources, "%q", text)
		assert.Nil(t, c.Cell, "%q", text)
	}
	assert.NotNil(t, accept(t, "cell:\n").Cell, "a section without keys has the defaults")
	assert.NotNil(t, accept(t, "cell: {}\n").Cell)
}

func TestUnknownKeys(t *testing.T) {
	refuse(t, "sources:\n  - name: a\n    sqllite: a.db\n", 3, "sources[0].sqllite", "unknown key", "did you mean sqlite?", "postgres")
	refuse(t, "cell:\n  process: [a]\n", 2, "cell.process", "did you mean processes?")
	refuse(t, "Cell:\n", 1, "Cell", "did you mean cell?")
	refuse(t, "sources: [{name: a, sqlite: a.db, policy: {row_cap: 5}}]", 1, "sources[0].policy.row_cap", "deny_columns")
	refuse(t, "5: x\n", 1, "", "plain word", "sources")
}

func TestWrongTypes(t *testing.T) {
	one := "sources:\n  - name: a\n    sqlite: a.db\n"
	refuse(t, "sources: a.db\n", 1, "sources", "text given; a list is accepted")
	refuse(t, "cell: true\n", 1, "cell", "true or false given; a section", "substrate")
	refuse(t, one+"    immutable: yes\n", 4, "sources[0].immutable", `"yes" given`, "true and false")
	refuse(t, one+"    immutable: \"true\"\n", 4, "sources[0].immutable", "true and false")
	refuse(t, one+"    budget:\n      concurrent: 4.5\n", 5, "sources[0].budget.concurrent", "whole number")
	refuse(t, one+"    budget:\n      concurrent: -1\n", 5, "sources[0].budget.concurrent", "0 or more")
	refuse(t, one+"    budget:\n      concurrent: 010\n", 5, "sources[0].budget.concurrent", "decimal")
	refuse(t, one+"    budget:\n      time: 5\n", 5, "sources[0].budget.time", "a duration such as")
	refuse(t, one+"    budget:\n      time: -5s\n", 5, "sources[0].budget.time", "a duration such as")
	refuse(t, one+"    budget:\n      bytes: 5kb\n", 5, "sources[0].budget.bytes", "64KiB")
	refuse(t, one+"    budget:\n      bytes: 9999999999GiB\n", 5, "sources[0].budget.bytes", "64KiB")
	refuse(t, one+"    description: 5\n", 4, "sources[0].description", "a number given; accepted is text", "quotes")
	refuse(t, one+"    description:\n", 4, "sources[0].description", "nothing given")
	refuse(t, one+"    policy: {stacked: drop}\n", 4, "sources[0].policy.stacked", "strip, refuse")
	refuse(t, one+"    policy: {deny_columns: a.b}\n", 4, "sources[0].policy.deny_columns", "a list is accepted")
	refuse(t, "log: {level: loud}\n", 1, "log.level", "debug, info, warn, error")
	refuse(t, "- a\n", 1, "", "a list given; a section")
}

func TestContradictions(t *testing.T) {
	refuse(t, "sources:\n  - name: a\n", 2, "sources[0]", "neither sqlite nor postgres")
	refuse(t, "sources:\n  - sqlite: a.db\n", 2, "sources[0].name", "missing")
	refuse(t, "sources:\n  - name: a\n    sqlite: a.db\n    postgres: postgres://x/y\n", 4, "sources[0].postgres", "one of them")
	refuse(t, "sources:\n  - name: a\n    postgres: postgres://x/y\n    immutable: true\n", 4, "sources[0].immutable", "sqlite")
	refuse(t, "sources:\n  - name: a\n    sqlite: a.db\n    allow_privileged: true\n", 4, "sources[0].allow_privileged", "postgres")
	refuse(t, "sources:\n  - {name: a, sqlite: a.db}\n  - {name: a, sqlite: b.db}\n", 3, "sources[1].name", "a second source")
	refuse(t, "cell:\nsources:\n  - {name: substrate, sqlite: a.db}\n", 3, "sources[0].name", "the cell's is substrate")
	refuse(t, "sources:\n  - {name: A B, sqlite: a.db}\n", 2, "sources[0].name", "lower-case")
	refuse(t, "sources:\n  - name: a\n    sqlite: a.db\n    budget: {bytes: 1KiB, cell_bytes: 2KiB}\n", 4, "sources[0].budget.cell_bytes", "whole result")
	refuse(t, "sources:\n  - name: a\n    sqlite: a.db\n    policy:\n      allow_relations: [t]\n      deny_relations: [t]\n", 6, "sources[0].policy.deny_relations[0]", "allow_relations")
	refuse(t, "record:\n", 1, "record.path", "missing")
	refuse(t, "audit: {fsync: true}\n", 1, "audit.fsync", "audit.file")
	refuse(t, "audit: {file: a, key: a}\n", 1, "audit.key", "of its own")
	refuse(t, "http:\n  listen: 8765\n", 2, "http.listen", "quotes")
	refuse(t, "http:\n  listen: \"8765\"\n", 2, "http.listen", "host:port")
	refuse(t, "http:\n  listen: 0.0.0.0:8765\n  insecure_http: true\n", 2, "http.listen", "tokens is not given")
	refuse(t, "tokens: t.json\nhttp:\n  listen: 0.0.0.0:8765\n", 3, "http.listen", "tls_cert")
	refuse(t, "http:\n  tls_cert: a.pem\n", 2, "http.tls_cert", "belong together")
	refuse(t, "cell:\n  nats: http://x\n", 2, "cell.nats", "nats://host:port")
	refuse(t, "cell:\n  nats_subjects:\n    - a..b\n", 3, "cell.nats_subjects[0]", "empty token")
	refuse(t, "cell:\n  processes: [a, a]\n", 2, "cell.processes[1]", "stands twice")
	refuse(t, "limits: {memory: 1MiB}\n", 1, "limits.memory", "16MiB")
}

func TestYAMLBeyondPlainSettings(t *testing.T) {
	refuse(t, "cell: &c\n  nats: a:1\n", 1, "cell", "anchors")
	refuse(t, "tokens: !!str t.json\n", 1, "tokens", "tags are not accepted")
	refuse(t, "tokens: a\n---\ntokens: b\n", 3, "", "a second YAML document")
	refuse(t, "tokens: a\ntokens: b\n", 2, "", "not valid YAML")
	refuse(t, "tokens: \"a\n", 1, "", "not valid YAML")
	refuse(t, "tokens: "+strings.Repeat("[", 40)+"\n", 1, "", "nested deeper")
	refuse(t, strings.Repeat("- ", 40)+"\n", 1, "", "nested deeper")
	_, problems := config.Parse(make([]byte, 1<<20), "/", machine())
	require.Len(t, problems, 1)
	assert.Contains(t, problems[0].Message, "65536")
}

func TestEveryProblemIsToldAtOnce(t *testing.T) {
	_, problems := config.Parse([]byte("sandbox: maybe\nnope: 1\nlog: {level: loud}\n"), "/", machine())
	require.Len(t, problems, 3)
	for i, p := range problems {
		assert.Equal(t, i+1, p.Line)
	}
	err := &config.Error{File: "v.yaml", Problems: problems}
	assert.Equal(t, 3, len(strings.Split(err.Error(), "\n")))
	assert.True(t, strings.HasPrefix(err.Error(), "v.yaml: line 1: sandbox: "), err.Error())
}

func TestExpansion(t *testing.T) {
	given := func(text string, variables ...string) string {
		return string(accept(t, "tokens: "+text+"\n", variables...).Tokens)
	}
	assert.Equal(t, "/a/b", given("/${X}/b", "X", "a"))
	assert.Equal(t, "/d", given("${X:-/d}"))
	assert.Equal(t, "/d", given("${X:-/d}", "X", ""))
	assert.Equal(t, "/$x", given("/$$x"))
	assert.Equal(t, "/$x", given("/$x"))
	assert.Equal(t, "/${X}", given("/$${X}", "X", "a"))
	assert.Equal(t, "/a: [b]", given("${X}", "X", "/a: [b]"), "a variable adds no setting")
	assert.Equal(t, 7, accept(t, "limits: {calls: \"${N}\"}\n", "N", "7").Limits.Calls)
	assert.Equal(t, 9, accept(t, "limits:\n  calls: ${N:-9}\n").Limits.Calls)
	refuse(t, "tokens: ${NOT_SET}\n", 1, "tokens", "NOT_SET is not set", "${NOT_SET:-default}")
	refuse(t, "tokens: ${A B}\n", 1, "tokens", "is no variable")
	refuse(t, "tokens: \"${A\"\n", 1, "tokens", "without }")

	_, problems := config.Parse([]byte("limits: {calls: \"${PW}\"}\n"), "/", machine("PW", "s3cret"))
	require.Len(t, problems, 1)
	assert.NotContains(t, problems[0].String(), "s3cret")
}

func TestDefaultsOfEachSystem(t *testing.T) {
	mac := config.DefaultCell(config.Machine{OS: "darwin", Home: "/Users/ann", Lookup: machine().Lookup})
	assert.Equal(t, config.Path("/Users/ann/Library/Application Support/GaiaFTCL/substrate.sqlite"), mac.Substrate)
	assert.Equal(t, config.Path("/Users/ann/Library/Application Support/GaiaFTCL/cell_identity.json"), mac.CellIdentity)
	assert.Equal(t, config.Path("/Users/ann/Library/Application Support/GaiaFTCL/tau_sync_state.json"), mac.TauSyncState)
	assert.Equal(t, config.Path("/Users/ann/Library/Logs/GaiaFTCL"), mac.Logs)

	linux := config.DefaultCell(machine("XDG_DATA_HOME", "/data", "XDG_STATE_HOME", "/state"))
	assert.Equal(t, config.Path("/data/gaiaftcl/substrate.sqlite"), linux.Substrate)
	assert.Equal(t, config.Path("/state/gaiaftcl/log"), linux.Logs)
	assert.Equal(t, "127.0.0.1:4222", linux.NATS)
	assert.Equal(t, []string{"Franklin", "VQbitVM", "FranklinConsciousnessService"}, linux.Processes)

	bare := config.DefaultCell(machine("XDG_DATA_HOME", "relative"))
	assert.Equal(t, config.Path("/home/ann/.local/share/gaiaftcl/substrate.sqlite"), bare.Substrate)
	assert.Equal(t, config.Path("/home/ann/.local/state/gaiaftcl/log"), bare.Logs)
}

func TestNATSAddress(t *testing.T) {
	for given, want := range map[string]string{
		"127.0.0.1:4222": "127.0.0.1:4222", "localhost": "localhost:4222", "nats://h": "h:4222",
		"nats://u:p@h:1": "h:1", "tls://h:4443": "h:4443", "[::1]:4222": "[::1]:4222",
	} {
		got, err := config.NATSAddress(given)
		require.NoError(t, err, given)
		assert.Equal(t, want, got)
	}
	for _, given := range []string{"", ":4222", "h:0", "h:99999", "ftp://h", "nats://h/path", "a b", "u:secret@h:x"} {
		_, err := config.NATSAddress(given)
		require.Error(t, err, given)
		assert.NotContains(t, err.Error(), "secret")
	}
}

func TestFlags(t *testing.T) {
	t.Setenv(config.Environment, "")
	for given, want := range map[string]string{
		"shop.db": "shop", "My Shop.sqlite3": "my_shop", "orders=x.db": "orders", "a=b.db/c": "a", "_": "db", "ÄÖ.db": "db",
	} {
		c, err := config.Resolve(config.Flags{DB: []string{given}})
		require.NoError(t, err, given)
		assert.Equal(t, want, c.Sources[0].Name, given)
		assert.Nil(t, c.Cell)
	}
	for given, want := range map[string]string{
		"postgres://u:p=q@h/d": "postgres", "postgresql://h/d": "postgres", "books=postgres://h/d": "books",
	} {
		c, err := config.Resolve(config.Flags{DB: []string{given}})
		require.NoError(t, err, given)
		assert.Equal(t, want, c.Sources[0].Name, given)
		assert.True(t, strings.HasPrefix(c.Sources[0].Postgres, "postgres"), c.Sources[0].Postgres)
	}
	c, err := config.Resolve(config.Flags{})
	require.NoError(t, err)
	assert.NotNil(t, c.Cell, "nothing given: the cell at its default paths")
	_, err = config.Resolve(config.Flags{DB: []string{"a/x.db", "b/x.db"}})
	require.ErrorContains(t, err, "a second source")
}

func ExampleError() {
	_, problems := config.Parse([]byte("sources:\n  - name: shop\n    sqllite: shop.db\n"), "/", machine())
	fmt.Println(problems[0])
	// Output: line 3: sources[0].sqllite: unknown key; did you mean sqlite?; accepted here: name, description, sqlite, postgres, immutable, redact, policy, budget, allow_privileged, max_lag
}
