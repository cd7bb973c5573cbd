// Command vitrine asks a database questions and cannot change it. Every statement passes package guard before it
// reaches an engine that was opened read-only. docs/cli.md describes every command.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the process at once
	code := run(ctx, newApp(), os.Args[1:])
	stop()
	os.Exit(code)
}

// commands lists every command; each has a file of its own.
func commands(a *app) []*cobra.Command {
	return append([]*cobra.Command{
		newQueryCommand(a),
		newSchemaCommand(a),
		newCheckCommand(a),
		newDemoCommand(a),
		newMCPCommand(a),
		newTokenCommand(a),
		newAuditCommand(a),
		newToolsCommand(a),
		newCallCommand(a),
		newConfigCommand(a),
		newInitCommand(a),
		newDoctorCommand(a),
		newVersionCommand(a),
	}, newFleetCommands(a)...)
}
