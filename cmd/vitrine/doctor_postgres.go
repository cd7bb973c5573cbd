package main

import (
	"context"
	"fmt"
	"strings"

	"vitrine/guard"
	"vitrine/query/postgres"
	"vitrine/tools/config"
)

// postgresProbes are texts that the guard must refuse, one of each kind.
var postgresProbes = []string{
	"DELETE FROM t", "SELECT 1; DROP TABLE t", "COMMIT; DELETE FROM t", "WITH x AS (DELETE FROM t RETURNING *) SELECT * FROM x", "SELECT 1 INTO z",
	"SELECT * FROM t FOR UPDATE", "SELECT lo_create(0)", "SELECT (0::oid).lo_create", "SELECT * FROM pg_ls_dir('.')", "SELECT set_config('a.b', '1', false)",
	"SELECT query_to_xml('SELECT 1', true, true, '')", "COPY t TO PROGRAM 'id'", "DO $$BEGIN END$$", "EXPLAIN ANALYZE SELECT 1", "SELECT 1 OPERATOR(public.+) 2",
}

// examinePostgres connects as the gateway would, and says what is weak about the role and the server.
func examinePostgres(ctx context.Context, s config.Source) []finding {
	name := "source " + s.Name
	findings := []finding{examinePostgresGuard()}
	report, err := postgres.Examine(ctx, postgres.Options{Name: s.Name, URL: s.Postgres})
	if err != nil {
		_, detail, mend := explain(err)
		return append(findings, finding{Name: name, Detail: detail, Mend: mend})
	}
	findings = append(findings, finding{
		Name: name, Holds: true,
		Detail: fmt.Sprintf("PostgreSQL %s, database %s, role %s, search_path %s", report.Server, report.Database, report.Role, report.SearchPath),
	})
	role := finding{Name: name + ", role", Holds: true, Detail: "can write nothing: its privileges were looked up, and writing was tried in transactions that were rolled back"}
	if len(report.Privileges) > 0 {
		role.Holds, role.Detail = false, told(report.Privileges)
		role.Mend = "make a role that can only read, as a superuser:\n" + strings.Join(postgres.CreateRole("vitrine_reader", report.Database, []string{"public"}), "\n") +
			"\nor take from this one:\n" + mends(report.Privileges)
	}
	findings = append(findings, role)
	server := finding{Name: name + ", server", Holds: true, Detail: "closes to the role what acts in spite of READ ONLY"}
	if len(report.Unhardened) > 0 {
		server.Holds = false
		server.Detail = fmt.Sprintf("lets the role call %d functions that act in spite of READ ONLY: large objects, settings, locks, notifications; the guard refuses them", len(report.Unhardened))
		server.Mend = "as a superuser, where the server is yours:\n" + strings.Join((&postgres.Report{Unhardened: report.Unhardened}).Harden(), "\n")
	}
	findings = append(findings, server)
	for _, weak := range report.Weak {
		findings = append(findings, finding{Name: name + ", role", Detail: weak.What, Mend: weak.Mend})
	}
	return findings
}

func examinePostgresGuard() finding {
	g, err := guard.New(guard.Policy{Dialect: guard.Postgres})
	if err != nil {
		return finding{Name: "guard of PostgreSQL", Detail: err.Error()}
	}
	if _, err := g.Check("SELECT 1"); err != nil {
		return finding{Name: "guard of PostgreSQL", Detail: err.Error(), Mend: "use a binary that was built with cgo"}
	}
	for _, text := range postgresProbes {
		if _, err := g.Check(text); err == nil {
			return finding{Name: "guard of PostgreSQL", Detail: "admitted " + text, Mend: "this build is broken: do not use it, and report it"}
		}
	}
	return finding{Name: "guard of PostgreSQL", Holds: true, Detail: fmt.Sprintf("refused each of %d ways to write or look behind", len(postgresProbes))}
}

func told(privileges []postgres.Privilege) string {
	var what []string
	for i, p := range privileges {
		if i == 10 {
			what = append(what, fmt.Sprintf("and %d more", len(privileges)-i))
			break
		}
		what = append(what, p.What)
	}
	return strings.Join(what, "; ")
}

func mends(privileges []postgres.Privilege) string {
	var sql []string
	for _, p := range privileges {
		sql = append(sql, p.Mend)
	}
	return strings.Join(sql, "\n")
}
