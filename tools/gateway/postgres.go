package gateway

import (
	"context"
	"time"

	"vitrine/guard"
	"vitrine/query"
	"vitrine/query/postgres"
	"vitrine/tools/config"
)

// postgres makes the runner of a PostgreSQL source. It has a connection to each of its servers for each call that may run
// at once.
func (g *Gateway) postgres(s config.Source) *query.Runner {
	o := postgres.Options{
		Name: s.Name, URL: s.Postgres, AllowPrivileged: s.AllowPrivileged, MaxConnections: s.Budget.Concurrent,
		MaxLag: time.Duration(s.MaxLag),
	}
	open := func(ctx context.Context) (query.Source, error) { return postgres.OpenHosts(ctx, o) }
	return g.add(s.Name, guard.Postgres, open, s.Budget)
}
