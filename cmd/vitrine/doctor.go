package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"vitrine/cmd/vitrine/sandbox"
	"vitrine/guard"
	"vitrine/query/sqlite"
	"vitrine/tools/config"
)

// finding is one thing that doctor tried.
type finding struct {
	Name   string `json:"name"`
	Holds  bool   `json:"holds"`
	Detail string `json:"detail"`
	Mend   string `json:"mend,omitempty"` // how to make it hold, "" where it does
}

// newDoctorCommand tries to break in, here and now.
func newDoctorCommand(a *app) *cobra.Command {
	var served servedFlags
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "try to break in, here and now, and say what holds",
		Long: `Doctor opens what --db, --record and --config name as the gateway would, tries to write to it, sends the guard what must
be refused, looks at the modes of files that hold secrets, and then enters the process sandbox and tries to get out.
It prints what holds, what does not, and how to mend it. It changes nothing. The exit code is 0 where everything holds.`,
		Example: `  vitrine doctor --db shop.sqlite
  vitrine doctor --config vitrine.yaml --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.doctor(cmd.Context(), &served, asJSON) },
	}
	served.register(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func (a *app) doctor(ctx context.Context, served *servedFlags, asJSON bool) error {
	c, err := config.Resolve(served.Flags)
	if err != nil {
		return asConfigError(err)
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	findings := []finding{examineGuard()}
	for _, s := range sqliteSources(c) {
		findings = append(findings, examineSQLite(ctx, s)...)
	}
	for _, s := range c.All() {
		if s.Dialect() == guard.Postgres {
			findings = append(findings, examinePostgres(ctx, s)...)
		}
	}
	findings = append(findings, examineUser())
	for _, secret := range []struct {
		name string
		path config.Path
	}{{"tokens", c.Tokens}, {"audit key", c.Audit.Key}, {"TLS key", c.HTTP.TLSKey}} {
		if secret.path != "" {
			findings = append(findings, examineSecret(secret.name, string(secret.path)))
		}
	}
	if c.Audit.File != "" {
		findings = append(findings, examineAudit(string(c.Audit.File)))
	}
	if a.sandbox != nil {
		findings = append(findings, a.examineSandbox(planServed(c))...)
	}
	return a.tellFindings(findings, asJSON)
}

func (a *app) tellFindings(findings []finding, asJSON bool) error {
	broken := 0
	for _, f := range findings {
		if !f.Holds {
			broken++
		}
	}
	if asJSON {
		encoder := json.NewEncoder(a.stdout)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "  ")
		if err := encoder.Encode(map[string]any{"holds": broken == 0, "checks": findings}); err != nil {
			return err
		}
	} else {
		for _, f := range findings {
			word := "holds"
			if !f.Holds {
				word = "WEAK "
			}
			fmt.Fprintf(a.stdout, "%s  %s: %s\n", word, oneLine(f.Name), oneLine(f.Detail))
			if !f.Holds && f.Mend != "" {
				for _, line := range strings.Split(f.Mend, "\n") {
					fmt.Fprintf(a.stdout, "       mend: %s\n", line)
				}
			}
		}
		fmt.Fprintf(a.stdout, "%d of %d hold\n", len(findings)-broken, len(findings))
	}
	if broken > 0 {
		return &silentExit{exitFailed}
	}
	return nil
}

// probes are texts of each kind that the guard must refuse.
var probes = []string{
	"DELETE FROM t", "SELECT 1; DROP TABLE t", "WITH x AS (SELECT 1) INSERT INTO t SELECT 1", "ATTACH 'x' AS y", "VACUUM INTO 'x'",
	"PRAGMA query_only = OFF", "SELECT load_extension('x')", "SELECT * FROM pragma_optimize(65538)", "SELECT * FROM sqlite_dbpage", "COMMIT",
}

func examineGuard() finding {
	f := finding{Name: "guard", Mend: "this build is broken: do not use it, and report it"}
	g, err := guard.New(guard.Policy{Dialect: guard.SQLite})
	if err != nil {
		f.Detail = err.Error()
		return f
	}
	for _, text := range probes {
		if _, err := g.Check(text); err == nil {
			f.Detail = "admitted " + text
			return f
		}
	}
	return finding{Name: "guard", Holds: true, Detail: fmt.Sprintf("refused each of %d ways to write or look behind", len(probes))}
}

type sqliteSource struct {
	name, path string
	immutable  bool
}

// sqliteSources are the SQLite files of a configuration, by the names that they are served under.
func sqliteSources(c *config.Config) []sqliteSource {
	var all []sqliteSource
	for _, s := range c.All() {
		if s.SQLite != "" {
			all = append(all, sqliteSource{s.Name, string(s.SQLite), s.Immutable})
		}
	}
	return all
}

func examineSQLite(ctx context.Context, s sqliteSource) []finding {
	name := "source " + s.name
	opened := finding{Name: name}
	source, err := sqlite.Open(ctx, sqlite.Options{Name: s.name, Path: s.path, Immutable: s.immutable})
	if err != nil {
		_, opened.Detail, opened.Mend = explain(err)
		return append([]finding{opened}, examineWAL(name, s)...)
	}
	source.Close()
	opened.Holds = true
	opened.Detail = "opened read-only; INSERT, CREATE TEMP TABLE, ATTACH, VACUUM INTO and PRAGMA query_only=OFF all failed, and left nothing behind"
	findings := append([]finding{opened}, examineWAL(name, s)...)
	if info, err := os.Stat(s.path); err == nil && info.Mode().Perm()&0o002 != 0 {
		findings = append(findings, finding{Name: name, Detail: "everybody on this machine may write the file (mode " + info.Mode().Perm().String() + ")", Mend: "chmod o-w " + s.path})
	}
	return findings
}

// examineWAL says how a database in WAL mode (https://sqlite.org/fileformat2.html section 1.3.3) can be read from here.
func examineWAL(name string, s sqliteSource) []finding {
	file, err := os.Open(s.path)
	if err != nil {
		return nil
	}
	defer file.Close()
	header := make([]byte, 20)
	if _, err := file.ReadAt(header, 0); err != nil || !bytes.HasPrefix(header, []byte("SQLite format 3\x00")) || header[19] != 2 || s.immutable {
		return nil
	}
	f := finding{Name: name + ", WAL", Holds: true, Detail: "in WAL mode, and the files beside it can be used"}
	if _, err := os.Stat(s.path + "-shm"); err != nil && !mayWrite(filepath.Dir(s.path)) {
		f = finding{
			Name: f.Name, Detail: "in WAL mode, with no -shm file, in a folder that this user may not write: only a writer's own -shm file or --immutable makes it readable",
			Mend: "keep the writer running, let this user write the folder, or use --immutable where nobody writes",
		}
	}
	return []finding{f}
}

// mayWrite reports whether this user may make files in a folder, without making one.
func mayWrite(folder string) bool { return access(folder) == nil }

func examineUser() finding {
	if os.Geteuid() == 0 {
		return finding{Name: "user", Detail: "runs as root, so that file modes stop nothing", Mend: "run it as a user of its own that may read the databases and nothing else"}
	}
	return finding{Name: "user", Holds: true, Detail: "runs as an ordinary user"}
}

// examineSecret looks at the mode of a file that only its owner may read.
func examineSecret(name, path string) finding {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return finding{Name: name, Detail: "the file cannot be looked at: " + pathless(err), Mend: "make it, or correct its path in the configuration"}
	case info.Mode().Perm()&0o077 != 0:
		return finding{Name: name, Detail: "others may read or write it (mode " + info.Mode().Perm().String() + ")", Mend: "chmod 600 " + path}
	}
	return finding{Name: name, Holds: true, Detail: "only its owner may read it"}
}

func examineAudit(path string) finding {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		if mayWrite(filepath.Dir(path)) {
			return finding{Name: "audit", Holds: true, Detail: "not begun yet; its folder can be written"}
		}
		return finding{Name: "audit", Detail: "the file is not there and its folder cannot be written, so that every call would be refused", Mend: "let this user write " + filepath.Dir(path)}
	case info.Mode().Perm()&0o022 != 0:
		return finding{Name: "audit", Detail: "others may write it (mode " + info.Mode().Perm().String() + ")", Mend: "chmod go-w " + path}
	}
	return finding{Name: "audit", Holds: true, Detail: "only its owner may write it; `vitrine audit verify` checks its chain"}
}

// examineSandbox enters the sandbox and tries to get out. What the process needs otherwise must have been done before.
func (a *app) examineSandbox(plan sandbox.Plan) []finding {
	report, err := a.sandbox(sandbox.Auto, plan)
	if err != nil {
		return []finding{{Name: "sandbox", Detail: err.Error(), Mend: "correct the path"}}
	}
	var findings []finding
	for _, f := range report.Fences {
		out := finding{Name: "sandbox, " + f.Name, Holds: f.Stands, Detail: f.Detail}
		if !f.Stands {
			out.Mend = "use a kernel that has it: Linux 6.12 or newer has all, with CONFIG_SECURITY_LANDLOCK and landlock among the security modules that are on"
		}
		findings = append(findings, out)
	}
	for _, escape := range []struct {
		name string
		try  func() error
	}{
		{"create a file in the folder for temporary files", func() error {
			file, err := os.CreateTemp("", "vitrine-doctor-")
			if err == nil {
				file.Close()
				os.Remove(file.Name())
			}
			return err
		}},
		{"start a program", func() error { return exec.Command("/bin/true").Run() }},
		{"read the list of users", func() error { _, err := os.ReadFile("/etc/passwd"); return err }},
		{"open a connection to a port that is not configured", func() error {
			c, err := net.DialTimeout("tcp", "127.0.0.1:9", time.Second)
			if err == nil {
				c.Close()
			}
			return denied(err)
		}},
	} {
		f := finding{Name: "sandbox, try to " + escape.name, Holds: true, Detail: "denied"}
		if err := escape.try(); err == nil {
			f = finding{Name: f.Name, Detail: "it worked", Mend: "run with --sandbox require, on a kernel that offers every part"}
		}
		findings = append(findings, f)
	}
	return findings
}

// denied turns an error that is no denial into none: a port where nobody listens was reached all the same.
func denied(err error) error {
	if err != nil && (strings.Contains(err.Error(), "permission denied") || strings.Contains(err.Error(), "not permitted")) {
		return err
	}
	return nil
}

// pathless is the reason of an error of the file system.
func pathless(err error) string {
	if wrapped, ok := err.(*fs.PathError); ok {
		return wrapped.Err.Error()
	}
	return err.Error()
}
