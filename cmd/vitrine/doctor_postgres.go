package main

import (
	"context"
	"fmt"
	"strings"
	"time"

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

// examinePostgres connects to each server as the gateway would, and says what is weak about the role and the server.
func examinePostgres(ctx context.Context, s config.Source) []finding {
	name := "source " + s.Name
	findings := []finding{examinePostgresGuard()}
	found, err := postgres.ExamineEach(ctx, postgres.Options{Name: s.Name, URL: s.Postgres})
	if err != nil {
		_, detail, mend := explain(err)
		return append(findings, finding{Name: name, Detail: detail, Mend: mend})
	}
	told := map[string]bool{} // what a standby has from its primary is told once
	for _, e := range found {
		server := name
		if len(found) > 1 {
			server += ", " + e.Address.String()
		}
		if e.Err != nil {
			_, detail, mend := explain(e.Err)
			findings = append(findings, finding{Name: server, Detail: detail, Mend: mend})
			continue
		}
		for _, f := range examineServer(server, e.Report) {
			if f.Holds || !told[f.Detail] {
				findings = append(findings, f)
			}
			told[f.Detail] = true
		}
	}
	if len(found) > 1 || s.MaxLag > 0 {
		findings = append(findings, examineRotation(ctx, name, s))
	}
	return findings
}

// examineRotation says which servers of a source are read.
func examineRotation(ctx context.Context, name string, s config.Source) finding {
	f := finding{Name: name + ", rotation"}
	hosts, err := postgres.OpenHosts(ctx, postgres.Options{
		Name: s.Name, URL: s.Postgres, AllowPrivileged: true, MaxLag: time.Duration(s.MaxLag),
	})
	if err != nil {
		_, f.Detail, f.Mend = explain(err)
		return f
	}
	defer hosts.Close()
	if s.MaxLag > 0 && hosts.Ready() != nil {
		time.Sleep(time.Duration(s.MaxLag)) // what a standby has replayed is compared with what the primary had before
	}
	var told []string
	for _, state := range hosts.States() {
		kind := "a primary"
		if state.Standby {
			kind = "a standby"
		}
		switch {
		case !state.Read:
			told = append(told, state.Why)
		case state.Standby && state.Lag >= 0:
			told = append(told, fmt.Sprintf("%s, %s at most %s behind, is read", state.Address, kind, state.Lag.Round(time.Millisecond)))
		default:
			told = append(told, fmt.Sprintf("%s, %s, is read", state.Address, kind))
		}
	}
	f.Detail = strings.Join(told, "; ")
	if err := hosts.Ready(); err != nil {
		_, _, f.Mend = explain(err)
		return f
	}
	f.Holds = true
	return f
}

// examineServer says what is weak about a server and the role there.
func examineServer(name string, report *postgres.Report) (findings []finding) {
	kind := ""
	if report.Standby {
		kind = ", a standby"
	}
	findings = append(findings, finding{
		Name: name, Holds: true,
		Detail: fmt.Sprintf("PostgreSQL %s%s, database %s, role %s, search_path %s", report.Server, kind, report.Database, report.Role, report.SearchPath),
	})
	role := finding{Name: name + ", role", Holds: true, Detail: "can write nothing: its privileges were looked up, and writing was tried in transactions that were rolled back"}
	if report.Standby {
		role.Detail = "can write nothing: its privileges were looked up, and a standby takes no writes"
	}
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
