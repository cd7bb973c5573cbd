package gateway

import (
	"errors"

	"vitrine/query"
	"vitrine/tools/config"
)

func (g *Gateway) postgres(s config.Source) (*query.Runner, error) {
	return nil, errors.New("postgres sources are not linked in")
}
