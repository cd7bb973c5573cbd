package fuzz_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/guard"
	"vitrine/tools/config"
)

// FuzzConfig reads the fuzzer's text as a vitrine.yaml. It must be total and deterministic; an error has a message and a
// line of the text, and gives no configuration; what is accepted is complete: paths are absolute, policies compile,
// sources have names of their own, and whoever listens beyond loopback asks for tokens. A variable's value never shows.
func FuzzConfig(f *testing.F) {
	for _, text := range []string{
		"", "cell:\n", "sources:\n  - name: a\n    sqlite: a.db\n    policy: {deny_columns: [t.c], stacked: refuse}\n    budget: {time: 5s, bytes: 1MiB}\n",
		"sources: [{name: a, postgres: \"postgres://u@h/d\"}]\nrecord: {path: r.sqlite, stale_after: 2d}\n",
		"http: {listen: \"0.0.0.0:1\", tls_cert: c, tls_key: k}\ntokens: t\naudit: {file: a, key: b, fsync: true}\n",
		"tokens: ${SECRET}\n", "tokens: \"${UNSET:-x}$$\"\n", "limits: {calls: \"${SECRET}\"}\n", "cell: &a {nats: \"h:1\"}\nx: *a\n", "<<: {a: b}\n",
		"a: |\n  b\n", "? [a]\n: b\n", "- - - -\n", "%YAML 1.2\n---\ncell:\n...\n", "sandbox: off\nlog: {format: json}\n", "\xff\x00", "cell: !!map {}\n",
	} {
		f.Add(text)
	}
	const secret = "s3cretvalue"
	machine := config.Machine{OS: "linux", Home: "/home/ann", Lookup: func(name string) (string, bool) { return secret, name == "SECRET" }}
	f.Fuzz(func(t *testing.T, text string) {
		c, problems := config.Parse([]byte(text), "/etc/vitrine", machine)
		again, same := config.Parse([]byte(text), "/etc/vitrine", machine)
		require.Equal(t, problems, same)
		require.Equal(t, c, again)
		if len(problems) > 0 {
			require.Nil(t, c)
			for _, p := range problems {
				require.NotEmpty(t, p.Message)
				require.GreaterOrEqual(t, p.Line, 0)
				require.NotContains(t, p.String(), secret)
			}
			return
		}
		requireComplete(t, c)
	})
}

func requireComplete(t *testing.T, c *config.Config) {
	names := map[string]bool{}
	for _, s := range c.Sources {
		require.False(t, names[s.Name])
		names[s.Name] = true
		require.NotEmpty(t, s.Name)
		require.NotEqual(t, s.SQLite == "", s.Postgres == "")
		require.True(t, s.SQLite == "" || filepath.IsAbs(string(s.SQLite)))
		_, err := guard.New(s.Policy.Guard(s.Dialect()))
		require.NoError(t, err)
	}
	if c.Cell != nil {
		for _, path := range []config.Path{c.Cell.Substrate, c.Cell.CellIdentity, c.Cell.TauSyncState, c.Cell.Logs} {
			require.True(t, filepath.IsAbs(string(path)))
		}
		_, err := config.NATSAddress(c.Cell.NATS)
		require.NoError(t, err)
	}
	if c.Record != nil {
		require.True(t, filepath.IsAbs(string(c.Record.Path)))
	}
	require.Contains(t, []string{"auto", "require", "off"}, c.Sandbox)
}
