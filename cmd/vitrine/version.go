package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// newVersionCommand prints what this binary is made of.
func newVersionCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "print the version, the Go that built it and the engines in it",
		Example: "  vitrine version",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			info, ok := debug.ReadBuildInfo()
			if !ok {
				return failf("build it with the go command", "this binary carries no build information")
			}
			fmt.Fprintf(a.stdout, "vitrine %s %s %s/%s\n", version(info), info.GoVersion, runtime.GOOS, runtime.GOARCH)
			for _, dependency := range info.Deps {
				switch dependency.Path {
				case "modernc.org/sqlite", "github.com/rqlite/sql", "github.com/pganalyze/pg_query_go/v5":
					fmt.Fprintf(a.stdout, "%s %s\n", dependency.Path, dependency.Version)
				}
			}
			return nil
		},
	}
}

// version returns the module's version, or the commit that it was built from.
func version(info *debug.BuildInfo) string {
	if info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	revision, modified := "", ""
	for _, setting := range info.Settings {
		switch {
		case setting.Key == "vcs.revision" && len(setting.Value) >= 12:
			revision = setting.Value[:12]
		case setting.Key == "vcs.modified" && setting.Value == "true":
			modified = "+modified"
		}
	}
	if revision == "" {
		return "(devel)"
	}
	return revision + modified
}
