package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"vitrine/tools/audit"
	"vitrine/tools/config"
	"vitrine/tools/gateway"
	"vitrine/tools/mcp"
)

// mcpFlags are the flags of `vitrine mcp`; those that the configuration has a key for take its place.
type mcpFlags struct {
	served    servedFlags
	stdio     bool
	http      httpFlags
	audit     string
	auditKey  string
	fsync     bool
	logFormat string
	logLevel  string
}

// newMCPCommand serves the tools over the Model Context Protocol.
func newMCPCommand(a *app) *cobra.Command {
	var f mcpFlags
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "serve the tools to agents, over the Model Context Protocol",
		Long: `Mcp serves every tool that the configuration, --db and --record name, to the client that started it, on stdin and stdout.
That client is the local operator: it may call everything, and sees absolute paths. Logs go to stderr.

With --http, or http.listen in the configuration, it serves others at http://ADDRESS/mcp instead, each with a bearer token
that ` + "`vitrine token new`" + ` made. An address that is not on loopback needs TLS, or --insecure-http behind a proxy that has it.

SIGHUP reads the configuration again; the tokens file is read again whenever it changes. SIGTERM drains and ends.`,
		Example: `  vitrine mcp --db shop.db
  vitrine mcp --config vitrine.yaml --audit audit.jsonl
  vitrine mcp --db shop.db --http 127.0.0.1:8765 --tokens tokens.json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd.Context(), a) },
	}
	f.served.registerFenced(cmd)
	flags := cmd.Flags()
	flags.BoolVar(&f.stdio, "stdio", false, "serve stdin and stdout, which is the default, also where the configuration names an HTTP address")
	f.http.register(flags)
	flags.StringVar(&f.audit, "audit", "", "append a line for every call to this `file`")
	flags.StringVar(&f.auditKey, "audit-key", "", "the `file` of the audit's key; default the audit file with .key behind it")
	flags.BoolVar(&f.fsync, "audit-fsync", false, "fsync the audit behind every line")
	flags.StringVar(&f.logFormat, "log-format", "", "write logs as `text` or json")
	flags.StringVar(&f.logLevel, "log-level", "", "write logs from this `level`: debug, info, warn, error")
	return cmd
}

// settle puts the flags into the configuration.
func (f *mcpFlags) settle() (*config.Config, error) {
	c, err := f.served.resolve()
	if err != nil {
		return nil, err
	}
	for _, path := range []struct {
		given string
		into  *config.Path
	}{
		{f.audit, &c.Audit.File},
		{f.auditKey, &c.Audit.Key},
		{f.http.tokens, &c.Tokens},
		{f.http.cert, &c.HTTP.TLSCert},
		{f.http.key, &c.HTTP.TLSKey},
	} {
		if path.given == "" {
			continue
		}
		absolute, err := filepath.Abs(path.given)
		if err != nil {
			return nil, err
		}
		*path.into = config.Path(absolute)
	}
	c.Audit.Fsync = c.Audit.Fsync || f.fsync
	if f.logFormat != "" {
		c.Log.Format = f.logFormat
	}
	if f.logLevel != "" {
		c.Log.Level = f.logLevel
	}
	return c, f.http.settle(c, f.stdio)
}

// openAudit opens the audit that a configuration asks for; nil where it asks for none.
func openAudit(c config.Audit) (*audit.Log, error) {
	if c.File == "" {
		return nil, nil
	}
	book, err := audit.Open(audit.Options{Path: string(c.File), Key: string(c.Key), Fsync: c.Fsync, Rotate: int64(c.Rotate)})
	if err != nil {
		return nil, failf("every call is recorded before it is answered, so nothing is served", "the audit cannot be opened: %v", err)
	}
	return book, nil
}

// openingTime is how long a start waits for its sources.
const openingTime = time.Second

func (f *mcpFlags) run(ctx context.Context, a *app) (err error) {
	c, err := f.settle()
	if err != nil {
		return err
	}
	mode, err := parseSandbox(c.Sandbox)
	if err != nil {
		return err
	}
	log, err := a.newLog(c.Log)
	if err != nil {
		return err
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(int64(c.Limits.Memory)) // Go's own part, beside the engine's; a soft limit
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(50) // the heap is a few megabytes: a smaller process is worth the cycles
	}
	o := gateway.Options{Logger: log}
	book, err := openAudit(c.Audit)
	if err != nil {
		return err
	}
	if book != nil {
		defer func() {
			log.Info("the audit ends here", "file", string(c.Audit.File), "head", book.Head())
			err = errors.Join(err, book.Close())
		}()
		o.Audit = book
	}
	reloader, err := gateway.NewReloader(f.served.Flags, o)
	if err != nil {
		return asConfigError(err)
	}
	defer func() { err = errors.Join(err, reloader.Close()) }()
	info, _ := debug.ReadBuildInfo()
	gate := make(chan struct{})
	server := mcp.NewServer(reloader.Registry(), mcp.Options{Version: version(info), Concurrent: c.Limits.Calls, Log: log, Gate: gate})
	stop := reloadOnHangup(reloader, server, log)
	defer stop()
	if c.HTTP.Listen != "" {
		openSources(ctx, reloader.Gateway())
		close(gate)
		return serveHTTP(ctx, a, c, f.http.anonymous, server, reloader, book, log, mode, planServed(c))
	}

	// The client is answered at once; its calls wait until the sources are open and the fences stand.
	session, end := context.WithCancel(ctx)
	defer end()
	served := make(chan error, 1)
	go func() {
		served <- server.ServeStdio(session, a.stdin, a.stdout)
		end()
	}()
	openSources(session, reloader.Gateway())
	report, err := a.enterSandbox(mode, planServed(c))
	if err != nil {
		return err
	}
	close(gate)
	debug.FreeOSMemory() // what starting took
	log.Info("serving MCP on stdin and stdout", "sandbox", report.String())
	if err := <-served; !errors.Is(err, context.Canceled) {
		return err
	}
	return nil // a signal asked for the end
}

// openSources opens what the sandbox would stand in the way of: to read a live WAL, files beside the database may have
// to be made. A source that does not answer in time is opened later, from within.
func openSources(ctx context.Context, g *gateway.Gateway) {
	opening, done := context.WithTimeout(ctx, openingTime)
	defer done()
	g.Ready(opening)
}

// newLog makes the log on stderr.
func (a *app) newLog(l config.Log) (*slog.Logger, error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(l.Level)); err != nil {
		return nil, usagef("the levels are debug, info, warn and error", "unknown log level %q", l.Level)
	}
	o := &slog.HandlerOptions{Level: level}
	var handler slog.Handler
	switch l.Format {
	case "text":
		handler = slog.NewTextHandler(a.stderr, o)
	case "json":
		handler = slog.NewJSONHandler(a.stderr, o)
	default:
		return nil, usagef("the formats are text and json", "unknown log format %q", l.Format)
	}
	log := slog.New(handler)
	slog.SetDefault(log)
	return log, nil
}

// reloadOnHangup reads the configuration again at SIGHUP. A wrong one changes nothing.
func reloadOnHangup(r *gateway.Reloader, s *mcp.Server, log *slog.Logger) (stop func()) {
	hangup := make(chan os.Signal, 1)
	signal.Notify(hangup, syscall.SIGHUP)
	go func() {
		for range hangup {
			began := time.Now()
			if err := r.Reload(); err != nil {
				log.Error("the configuration is wrong; the one in force stays", "error", err)
				continue
			}
			s.SetRegistry(r.Registry())
			log.Info("the configuration was read again", "elapsed", time.Since(began))
		}
	}()
	return func() {
		signal.Stop(hangup)
		close(hangup)
	}
}
