package main

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"vitrine/cmd/vitrine/sandbox"
	"vitrine/guard"
	"vitrine/query"
	"vitrine/query/postgres"
	"vitrine/query/sqlite"
	"vitrine/tools/config"
)

// sourceFlags are the flags of every command that asks one database.
type sourceFlags struct {
	db        string
	immutable bool
	allowRole bool // --allow-privileged-role
	maxLag    time.Duration
	policy    string
	timeout   string
	sandbox   string
}

// register adds the flags to a command.
func (f *sourceFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.db, "db", "", "the database: the `path` of a SQLite file, or a postgres:// address")
	cmd.Flags().BoolVar(&f.immutable, "immutable", false, "promise that nobody writes the file meanwhile: for WAL files on read-only media")
	cmd.Flags().BoolVar(&f.allowRole, "allow-privileged-role", false, "read with a PostgreSQL role that could write; the result says so")
	maxLagFlag(cmd, &f.maxLag)
	cmd.Flags().StringVar(&f.policy, "policy", "", "hold statements to the policy in this YAML `file`")
	cmd.Flags().StringVar(&f.timeout, "timeout", query.DefaultTime.String(), "the longest `time` that the call may take, or none")
	sandboxFlag(cmd, &f.sandbox)
}

// maxLagFlag adds --max-lag to a command.
func maxLagFlag(cmd *cobra.Command, lag *time.Duration) {
	cmd.Flags().DurationVar(lag, "max-lag", 0, "read PostgreSQL standbys only while what they show is at most this `time` old")
}

// checkMaxLag refuses a --max-lag that nothing can be held to.
func checkMaxLag(lag time.Duration) error {
	if lag != 0 && lag < config.ShortestLag {
		return usagef(fmt.Sprintf("give %s or more, or leave it out", config.ShortestLag), "--max-lag %s is too short", lag)
	}
	return nil
}

// plan is what the process keeps in the sandbox to read the database of --db.
func (f *sourceFlags) plan() sandbox.Plan {
	plan := enginePlan()
	if f.dialect() == guard.Postgres {
		planPostgres(&plan, f.db)
	} else {
		planSQLite(&plan, f.db)
	}
	return plan
}

// dialect is the SQL that the database of --db speaks.
func (f *sourceFlags) dialect() guard.Dialect {
	if config.IsPostgres(f.db) {
		return guard.Postgres
	}
	return guard.SQLite
}

// time reads --timeout.
func (f *sourceFlags) time() (time.Duration, error) {
	if f.timeout == "none" {
		return query.Unlimited, nil
	}
	limit, err := time.ParseDuration(f.timeout)
	if err != nil || limit <= 0 {
		return 0, usagef("give a time such as 500ms, 5s or 2m, or none", "--timeout %q is no time", f.timeout)
	}
	return limit, nil
}

// loadPolicy reads the policy of --policy for the dialect of --db, which must be given.
func (f *sourceFlags) loadPolicy() (guard.Policy, error) {
	if err := checkMaxLag(f.maxLag); err != nil {
		return guard.Policy{}, err
	}
	if f.db == "" {
		return guard.Policy{}, usagef("give one with --db; `vitrine demo` builds two to try", "no database is given")
	}
	return loadPolicy(f.policy, f.dialect())
}

// openSource opens the database of --db read-only, with the engine that its address names.
func openSource(ctx context.Context, f *sourceFlags) (query.Source, error) {
	if f.dialect() == guard.Postgres {
		return postgres.OpenHosts(ctx, postgres.Options{Name: f.sourceName(), URL: f.db, AllowPrivileged: f.allowRole, MaxConnections: 1, MaxLag: f.maxLag})
	}
	return sqlite.Open(ctx, sqlite.Options{Name: f.sourceName(), Path: f.db, Immutable: f.immutable})
}

// sourceName is what results and the audit call the database.
func (f *sourceFlags) sourceName() string {
	if f.dialect() == guard.Postgres {
		return string(guard.Postgres)
	}
	return config.SourceName(filepath.Base(f.db))
}
