package main

import (
	"context"
	"errors"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"vitrine/cmd/vitrine/sandbox"
	"vitrine/query/postgres"
	"vitrine/tools/audit"
	"vitrine/tools/config"
	"vitrine/tools/gateway"
)

// sandboxFlag adds --sandbox to a command.
func sandboxFlag(cmd *cobra.Command, mode *string) {
	cmd.Flags().StringVar(mode, "sandbox", "", "the process sandbox: `mode` auto, require or off (default auto)")
	must(cmd.RegisterFlagCompletionFunc("sandbox", cobra.FixedCompletions(sandbox.Modes(), cobra.ShellCompDirectiveNoFileComp)))
}

// parseSandbox reads --sandbox, before anything is opened.
func parseSandbox(given string) (sandbox.Mode, error) {
	mode, err := sandbox.ParseMode(given)
	if err != nil {
		return "", usagef("give --sandbox auto, require or off", "--sandbox %q is none of the modes", given)
	}
	return mode, nil
}

// enterSandbox takes from the process what it does not need any more. It is called when everything is open.
func (a *app) enterSandbox(mode sandbox.Mode, plan sandbox.Plan) (sandbox.Report, error) {
	if a.sandbox == nil {
		return sandbox.Report{Mode: sandbox.Off}, nil
	}
	report, err := a.sandbox(mode, plan)
	if err != nil {
		return report, failf("run with --sandbox auto to do without what the kernel does not offer", "%v", err)
	}
	return report, nil
}

// tellFences says on stderr what does not stand. A command that runs once and in which all stands says nothing.
func (a *app) tellFences(report sandbox.Report) {
	if a.sandbox != nil && !report.Stands() && report.Mode != sandbox.Off {
		a.tellLine(report.String())
	}
}

// fenced is a gateway in a sandbox, with the audit that records its calls, which may be nil.
type fenced struct {
	*gateway.Gateway
	book *audit.Log
}

// Close closes the sources and the audit.
func (f *fenced) Close() error {
	err := f.Gateway.Close()
	if f.book != nil {
		err = errors.Join(err, f.book.Close())
	}
	return err
}

// openFenced makes the gateway that the flags ask for, opens its sources and the audit that the configuration asks for,
// gives away what the process does not need any more and says on stderr what of the sandbox does not stand. It is for
// commands that call a tool once and end; keep, which may be nil, adds to the plan what else the command needs, such as
// the folder of --out.
func (a *app) openFenced(ctx context.Context, f *servedFlags, o gateway.Options, keep func(*sandbox.Plan)) (_ *fenced, err error) {
	c, err := f.resolve()
	if err != nil {
		return nil, err
	}
	mode, err := parseSandbox(c.Sandbox)
	if err != nil {
		return nil, err
	}
	book, err := openAudit(c.Audit)
	if err != nil {
		return nil, err
	}
	if book != nil {
		o.Audit = book
		defer func() {
			if err != nil {
				book.Close()
			}
		}()
	}
	g, err := gateway.Open(c, o)
	if err != nil {
		return nil, err
	}
	openSources(ctx, g)
	plan := planServed(c)
	if keep != nil {
		keep(&plan)
	}
	report, err := a.enterSandbox(mode, plan)
	if err != nil {
		return nil, errors.Join(err, g.Close())
	}
	a.tellFences(report)
	return &fenced{g, book}, nil
}

// enginePlan is what every engine needs: random numbers and time zones.
func enginePlan() sandbox.Plan {
	return sandbox.Plan{ReadFiles: []string{"/dev/urandom", "/etc/localtime"}, ReadFolders: []string{"/usr/share/zoneinfo"}}
}

// planSQLite keeps a SQLite file: its folder to read, so that a replaced file is found, and of the files beside it those
// that a reader of a live WAL must write to (https://sqlite.org/walformat.html#the_wal_index_file_format).
func planSQLite(plan *sandbox.Plan, path string) {
	for _, name := range names(path) {
		plan.ReadFolders = append(plan.ReadFolders, filepath.Dir(name))
		plan.WriteFiles = append(plan.WriteFiles, name+"-shm", name+"-wal")
	}
}

// names are the path itself and, where it is a symbolic link, what that leads to.
func names(path string) []string {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return nil
	}
	all := []string{absolute}
	if resolved, err := filepath.EvalSymlinks(absolute); err == nil && resolved != absolute {
		all = append(all, resolved)
	}
	return all
}

// planFile keeps a file to read, with its folder, since files are replaced by renaming.
func planFile(plan *sandbox.Plan, path string) {
	if path == "" {
		return
	}
	for _, name := range names(path) {
		plan.ReadFolders = append(plan.ReadFolders, filepath.Dir(name))
	}
}

// planAddress keeps a connection to host:port, an address such as nats://host:port, or a unix socket.
func planAddress(plan *sandbox.Plan, address string) {
	if u, err := url.Parse(address); err == nil && u.Host != "" {
		address = u.Host
	}
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return
	}
	if number, err := strconv.ParseUint(port, 10, 16); err == nil {
		plan.Connect = append(plan.Connect, uint16(number))
	}
	if net.ParseIP(host) == nil {
		plan.Resolve = true
	}
}

// planServed is what a served configuration needs once its listener is open.
func planServed(c *config.Config) sandbox.Plan {
	plan := enginePlan()
	planFile(&plan, c.File())
	planFile(&plan, string(c.Tokens))
	planFile(&plan, string(c.HTTP.TLSCert))
	planFile(&plan, string(c.HTTP.TLSKey))
	for _, s := range c.All() {
		if s.SQLite != "" {
			planSQLite(&plan, string(s.SQLite))
		}
		if s.Postgres != "" {
			planPostgres(&plan, s.Postgres)
		}
	}
	if c.Cell != nil {
		planFile(&plan, string(c.Cell.CellIdentity))
		planFile(&plan, string(c.Cell.TauSyncState))
		planFile(&plan, string(c.Cell.NATSCredentials))
		plan.ReadFolders = append(plan.ReadFolders, names(string(c.Cell.Logs))...)
		planAddress(&plan, c.Cell.NATS)
		plan.ReadFolders = append(plan.ReadFolders, "/proc")
	}
	if c.Audit.File != "" {
		for _, name := range names(string(c.Audit.File)) {
			plan.WriteFolders = append(plan.WriteFolders, filepath.Dir(name))
		}
		planFile(&plan, string(c.Audit.Key))
	}
	return plan
}

// planPostgres keeps the way to a server: its ports, the resolver where it is named, the files that prove who is who.
func planPostgres(plan *sandbox.Plan, address string) {
	home, _ := os.UserHomeDir()
	plan.ReadFolders = append(plan.ReadFolders, "/etc/ssl", "/usr/share/ca-certificates", filepath.Join(home, ".postgresql"))
	plan.ReadFiles = append(plan.ReadFiles, filepath.Join(home, ".pgpass"), os.Getenv("PGPASSFILE"),
		filepath.Join(home, ".pg_service.conf"), os.Getenv("PGSERVICEFILE"))
	for _, pair := range strings.FieldsFunc(address, func(c rune) bool { return c == '?' || c == '&' || c == ' ' }) {
		if name, value, given := strings.Cut(pair, "="); given && (name == "sslrootcert" || name == "sslcert" || name == "sslkey" || name == "passfile") {
			if path, err := url.QueryUnescape(value); err == nil {
				planFile(plan, path)
			}
		}
	}
	addresses, err := postgres.Addresses(address)
	if err != nil {
		return
	}
	for _, a := range addresses {
		if filepath.IsAbs(a.Host) {
			plan.UnixSockets = true
			plan.ReadFolders = append(plan.ReadFolders, a.Host)
			continue
		}
		plan.Connect = append(plan.Connect, a.Port)
		if net.ParseIP(a.Host) == nil {
			plan.Resolve = true
		}
	}
}
