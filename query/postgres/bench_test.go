package postgres

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"vitrine/guard"
	"vitrine/query"
)

const (
	oneRow       = "SELECT id, user_id, amount, note FROM orders WHERE id = 42"
	thousandRows = "SELECT g AS id, g * 2 AS user_id, g * 1.5 AS amount, 'n' || g AS note FROM generate_series(1, 1000) g"
)

// BenchmarkRead compares a whole read, guard and all, with plain pgx that sends the same text in BEGIN READ ONLY … COMMIT
// without a statement cache.
func BenchmarkRead(b *testing.B) {
	s, server, name := open(b, shop)
	ctx := context.Background()
	for _, c := range []struct {
		name, sql string
		rows      int
	}{{"1 row", oneRow, 1}, {"1000 rows", thousandRows, 1000}} {
		b.Run(c.name+"/pgx", func(b *testing.B) {
			conn, err := pgx.Connect(ctx, server.URL(name, name))
			require.NoError(b, err)
			defer conn.Close(ctx)
			for b.Loop() {
				tx, err := conn.BeginTx(ctx, pgx.TxOptions{AccessMode: pgx.ReadOnly})
				require.NoError(b, err)
				rows, err := tx.Query(ctx, c.sql, pgx.QueryExecModeExec)
				require.NoError(b, err)
				n := 0
				for rows.Next() {
					_, err := rows.Values()
					require.NoError(b, err)
					n++
				}
				require.NoError(b, rows.Err())
				require.Equal(b, c.rows, n)
				require.NoError(b, tx.Commit(ctx))
			}
		})
		g, err := guard.New(guard.Policy{Dialect: guard.Postgres, RowCap: 1000})
		require.NoError(b, err)
		runner := query.NewRunner(s, query.RunnerOptions{})
		read := func(b *testing.B, stmt guard.Statement) {
			rows, err := runner.Query(ctx, stmt, nil, query.Budget{})
			require.NoError(b, err)
			for rows.Next() {
				rows.Values()
			}
			require.NoError(b, rows.Err())
			require.Equal(b, c.rows, rows.Count())
			require.NoError(b, rows.Close())
		}
		b.Run(c.name+"/vitrine", func(b *testing.B) {
			for b.Loop() {
				stmt, err := g.Check(c.sql)
				require.NoError(b, err)
				read(b, stmt)
			}
		})
		b.Run(c.name+"/vitrine without the guard", func(b *testing.B) {
			stmt, err := g.Check(c.sql)
			require.NoError(b, err)
			for b.Loop() {
				read(b, stmt)
			}
		})
		b.Run(c.name+"/guard alone", func(b *testing.B) {
			for b.Loop() {
				_, err := g.Check(c.sql)
				require.NoError(b, err)
			}
		})
	}
}

// BenchmarkReset measures the ways to clean a session: what is done, what would undo settings only, and a new connection.
func BenchmarkReset(b *testing.B) {
	s, _, _ := open(b, shop)
	ctx := context.Background()
	c, _, err := s.acquire(ctx)
	require.NoError(b, err)
	defer s.release(c)
	begin := func() {
		_, err := c.rows(ctx, "BEGIN READ ONLY")
		require.NoError(b, err)
	}
	b.Run("ROLLBACK and DISCARD ALL", func(b *testing.B) {
		for b.Loop() {
			begin()
			require.NoError(b, c.sendReset())
			require.True(b, c.clean())
		}
	})
	b.Run("ROLLBACK alone", func(b *testing.B) {
		for b.Loop() {
			begin()
			_, err := c.rows(ctx, "ROLLBACK")
			require.NoError(b, err)
		}
	})
	b.Run("new connection", func(b *testing.B) {
		for b.Loop() {
			other, _, err := s.acquire(ctx)
			require.NoError(b, err)
			s.discard(other)
		}
	})
}
