package postgres

import (
	"context"

	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/query"
)

// Examined is what was found on one server of an address.
type Examined struct {
	Address Address
	Report  *Report // nil where Err says why not
	Err     error
}

// Examine looks at the one server of an address, and at the role there, without judging them. Errors are those of [Open],
// CodeNotReadOnly left out.
func Examine(ctx context.Context, o Options) (*Report, error) {
	found, err := ExamineEach(ctx, o)
	if err != nil {
		return nil, err
	}
	return found[0].Report, found[0].Err
}

// ExamineEach looks at each server of an address, and at the role there: it is what vitrine doctor prints. The error is
// that of an address that cannot be read.
func ExamineEach(ctx context.Context, o Options) ([]Examined, error) {
	all, _, err := configs(o.URL)
	if err != nil {
		return nil, err
	}
	o.MaxRowBytes = DefaultMaxRowBytes
	var found []Examined
	for _, config := range all {
		e := Examined{Address: Address{config.Host, config.Port}}
		e.Report, e.Err = examineHost(ctx, o, config)
		found = append(found, e)
	}
	return found, nil
}

func examineHost(ctx context.Context, o Options, config *pgconn.Config) (*Report, error) {
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
