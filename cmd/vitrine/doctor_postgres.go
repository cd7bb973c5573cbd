package main

import (
	"context"

	"vitrine/tools/config"
)

// examinePostgres connects as the gateway would, and says what is weak about the role and the server.
func examinePostgres(ctx context.Context, s config.Source) []finding {
	return []finding{{Name: "source " + s.Name, Detail: "PostgreSQL sources are not examined by this build"}}
}
