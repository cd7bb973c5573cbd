package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"vitrine/fixtures"
	"vitrine/tools/config"
	"vitrine/tools/gateway"
)

// servedFlags say what a command serves. They are the same for `mcp`, `tools`, `call` and `config check`.
type servedFlags struct {
	config.Flags
	demo    string
	sandbox string // --sandbox, of the commands that register it
}

// register adds the flags to a command.
func (f *servedFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.Config, "config", "", "read what to serve from this `file`; default $"+config.Environment)
	cmd.Flags().StringArrayVar(&f.DB, "db", nil, "serve this SQLite file or postgres:// address, as `[NAME=]FILE`; may be given more than once")
	cmd.Flags().StringVar(&f.Record, "record", "", "serve this `file`, or postgres:// address, as the fleet's record")
	cmd.Flags().StringVar(&f.demo, "demo", "", "serve the demo databases of this `folder`, and build them where they are missing")
	cmd.Flags().BoolVar(&f.Immutable, "immutable", false, "promise that nobody writes the files of --db and --record meanwhile")
	cmd.Flags().BoolVar(&f.AllowPrivileged, "allow-privileged-role", false, "serve PostgreSQL roles of --db and --record that could write; every result says so")
	maxLagFlag(cmd, &f.MaxLag)
}

// registerFenced adds the flags to a command that opens what is served and enters the sandbox.
func (f *servedFlags) registerFenced(cmd *cobra.Command) {
	f.register(cmd)
	sandboxFlag(cmd, &f.sandbox)
}

// open makes the gateway that the flags ask for. A command that calls a tool takes [app.openFenced].
func (f *servedFlags) open(o gateway.Options) (*gateway.Gateway, error) {
	r, err := f.reloader(o)
	if err != nil {
		return nil, err
	}
	return r.Gateway(), nil
}

// resolve reads the configuration that the flags ask for. It comes before the flags are used for anything else.
func (f *servedFlags) resolve() (*config.Config, error) {
	if err := f.buildDemo(); err != nil {
		return nil, err
	}
	c, err := config.Resolve(f.Flags)
	if err != nil {
		return nil, asConfigError(err)
	}
	if f.sandbox != "" {
		c.Sandbox = f.sandbox
	}
	return c, nil
}

// reloader makes the gateway that the flags ask for, so that it can be made again when its file has changed.
func (f *servedFlags) reloader(o gateway.Options) (*gateway.Reloader, error) {
	if err := f.buildDemo(); err != nil {
		return nil, err
	}
	r, err := gateway.NewReloader(f.Flags, o)
	if err != nil {
		return nil, asConfigError(err)
	}
	return r, nil
}

// buildDemo builds the databases of --demo and puts them in the place of --record and of the cell's substrate.
func (f *servedFlags) buildDemo() error {
	if f.demo == "" {
		return nil
	}
	if f.Substrate != "" {
		return nil // built already
	}
	if f.Record != "" {
		return usagef("leave --record out", "--demo brings its own record")
	}
	substrate, record, err := buildDemo(f.demo, fixtures.Options{}, io.Discard)
	if err != nil {
		return err
	}
	f.Substrate, f.Record = substrate, record
	return nil
}

// asConfigError makes a usage error of a configuration that cannot be read: its first problem, and how many follow.
func asConfigError(err error) error {
	var wrong *config.Error
	if !errors.As(err, &wrong) || len(wrong.Problems) == 0 {
		return err
	}
	message := wrong.Problems[0].String()
	if wrong.File != "" {
		message = wrong.File + ": " + message
	}
	hint := "docs/configuration.md describes every key"
	if more := len(wrong.Problems) - 1; more > 0 {
		hint = fmt.Sprintf("%d more problems; `vitrine config check` lists all", more)
	}
	return usagef(hint, "%s", message)
}
