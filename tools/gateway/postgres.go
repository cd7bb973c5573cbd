package gateway

import (
	"context"

	"vitrine/guard"
	"vitrine/query"
	"vitrine/query/postgres"
	"vitrine/tools/config"
)

// postgres makes the runner of a PostgreSQL source. It has a connection for each call that may run at once.
func (g *Gateway) postgres(s config.Source) *query.Runner {
	o := postgres.Options{
		Name: s.Name, URL: s.Postgres, AllowPrivileged: s.AllowPrivileged, MaxConnections: s.Budget.Concurrent,
	}
	open := func(ctx context.Context) (query.Source, error) { return postgres.Open(ctx, o) }
	return g.add(s.Name, guard.Postgres, open, s.Budget)
}
