package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"vitrine/tools/config"
	"vitrine/tools/gateway"
)

// newConfigCommand groups what looks at a configuration.
func newConfigCommand(a *app) *cobra.Command {
	return newGroup("config", "look at a configuration", newConfigCheckCommand(a))
}

// newConfigCheckCommand tells every problem of a configuration, and tries to open what it names.
func newConfigCheckCommand(a *app) *cobra.Command {
	var served servedFlags
	var offline bool
	cmd := &cobra.Command{
		Use:   "check [FILE]",
		Short: "tell everything that is wrong with a configuration, and try to open what it names",
		Long: `Check reads a configuration as the server does. Every unknown key, wrong type and contradiction is told with its line,
its key and what is accepted; the exit code is then 2. If the file is right, each source is opened and tested, and one
that cannot be opened makes the exit code 1; --offline leaves that out.`,
		Example: `  vitrine config check
  vitrine config check vitrine.yaml --offline`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, arguments []string) error {
			if len(arguments) == 1 {
				if served.Config != "" {
					return usagef("give the file once", "both a FILE and --config")
				}
				served.Config = arguments[0]
			}
			if err := served.buildDemo(); err != nil {
				return err
			}
			c, err := config.Resolve(served.Flags)
			var wrong *config.Error
			if errors.As(err, &wrong) {
				for _, p := range wrong.Problems {
					where := p.String()
					if wrong.File != "" {
						where = wrong.File + ": " + where
					}
					fmt.Fprintf(a.stderr, "error: %s\n", oneLine(where))
				}
				fmt.Fprintln(a.stderr, "hint: docs/configuration.md describes every key")
				return &silentExit{exitUsage}
			}
			if err != nil {
				return err
			}
			g, err := gateway.Open(c, gateway.Options{Logger: quiet()})
			if err != nil {
				return err
			}
			defer g.Close()
			var failed map[string]error
			if !offline {
				failed = g.Ready(cmd.Context())
			}
			return tellSources(a, g, failed, offline)
		},
	}
	served.register(cmd)
	cmd.Flags().BoolVar(&offline, "offline", false, "do not open the sources")
	return cmd
}

func tellSources(a *app, g *gateway.Gateway, failed map[string]error, offline bool) error {
	if file := g.Config().File(); file != "" {
		fmt.Fprintf(a.stdout, "configuration  %s: right\n", file)
	}
	for _, name := range g.Sources() {
		state := "open, and tested to be read-only"
		if offline {
			state = "not opened"
		}
		if err := failed[name]; err != nil {
			_, message, hint := explain(err)
			state = oneLine(message)
			if hint != "" {
				state += "; " + oneLine(hint)
			}
		}
		fmt.Fprintf(a.stdout, "source         %s: %s\n", name, state)
	}
	if len(failed) > 0 {
		return &silentExit{exitFailed}
	}
	return nil
}
