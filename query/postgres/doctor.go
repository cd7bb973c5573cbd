package postgres

import (
	"context"

	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/query"
)

// Examine looks at a server and a role without judging them: it is what vitrine doctor prints. Errors are those of [Open],
// CodeNotReadOnly left out.
func Examine(ctx context.Context, o Options) (*Report, error) {
	config, err := pgconn.ParseConfig(o.URL)
	if err != nil {
		return nil, badAddress(err)
	}
	o.MaxRowBytes = DefaultMaxRowBytes
	s := &Source{options: o, config: config, places: make(chan struct{}, 1)}
	s.configure()
	defer s.Close()
	c, _, err := s.acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer s.discard(c)
	report, err := examine(ctx, c)
	if err != nil {
		if e := query.ContextError(ctx); e != nil {
			return nil, e
		}
		return nil, s.inspectError(ctx, err)
	}
	return report, nil
}
