package postgres

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/guard"
	"vitrine/query"
	"vitrine/query/postgres/pgtest"
)

// BenchmarkHosts reads one row of one server, and of a standby that is asked how far it is each time.
func BenchmarkHosts(b *testing.B) {
	c := pgtest.NewCluster(b, 1)
	name := c.Primary.NewDatabase(b, shop)
	c.CatchUp(b)
	g, err := guard.New(guard.Policy{Dialect: guard.Postgres, RowCap: 1000})
	require.NoError(b, err)
	stmt, err := g.Check(oneRow)
	require.NoError(b, err)
	read := func(b *testing.B, s query.Source) {
		runner := query.NewRunner(s, query.RunnerOptions{})
		for b.Loop() {
			rows, err := runner.Query(context.Background(), stmt, nil, query.Budget{})
			require.NoError(b, err)
			for rows.Next() {
				rows.Values()
			}
			require.NoError(b, rows.Err())
			require.NoError(b, rows.Close())
		}
	}
	one, err := Open(context.Background(), Options{Name: "x", URL: c.Standbys[0].URL(name, name)})
	require.NoError(b, err)
	defer one.Close()
	b.Run("one standby by itself", func(b *testing.B) { read(b, one) })
	b.Run("a standby in a rotation", func(b *testing.B) { read(b, openHosts(b, c, name, "target_session_attrs=standby", Options{})) })
	b.Run("with max-lag", func(b *testing.B) {
		read(b, openHosts(b, c, name, "target_session_attrs=standby", Options{MaxLag: longestPeriod * 4}))
	})
}
