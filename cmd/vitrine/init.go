package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"vitrine/tools/config"
)

// newInitCommand writes a configuration for a folder, and the client file that goes with it.
func newInitCommand(a *app) *cobra.Command {
	var force bool
	cmd := &cobra.Command{
		Use:   "init [DIR]",
		Short: "write a commented vitrine.yaml and a .mcp.json for a folder",
		Long: `Init looks for SQLite files in the folder (the working folder by default), writes a vitrine.yaml that serves them and
shows every other setting in a comment, and a .mcp.json with which MCP clients start vitrine on it. Files called
substrate.sqlite and record.sqlite are served as the cell's substrate and the fleet's record. Where there is no database
at all, the cell at its default paths is served. Files that exist stay as they are, unless --force is given.`,
		Example: `  vitrine init
  vitrine init ~/data --force`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, arguments []string) error {
			folder := "."
			if len(arguments) == 1 {
				folder = arguments[0]
			}
			folder, err := filepath.Abs(folder)
			if err != nil {
				return err
			}
			start, err := lookAround(folder)
			if err != nil {
				return usagef("give a folder that exists", "cannot look into the folder: %v", err)
			}
			return a.writeStart(folder, start, force)
		},
	}
	cmd.Flags().BoolVar(&force, "force", false, "write over files that exist")
	return cmd
}

// lookAround finds the SQLite files of a folder.
func lookAround(folder string) (config.Start, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return config.Start{}, err
	}
	var start config.Start
	for _, entry := range entries {
		if !entry.Type().IsRegular() || !isSQLite(filepath.Join(folder, entry.Name())) {
			continue
		}
		start.Databases = append(start.Databases, entry.Name())
		switch entry.Name() {
		case "substrate.sqlite":
			start.Substrate = entry.Name()
		case "record.sqlite":
			start.Record = entry.Name()
		}
	}
	slices.Sort(start.Databases)
	start.Cell = len(start.Databases) == 0
	return start, nil
}

// isSQLite reports whether a file begins as every SQLite database does (https://www.sqlite.org/fileformat2.html#magic_header_string).
func isSQLite(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	var head [16]byte
	_, err = io.ReadFull(f, head[:])
	return err == nil && bytes.Equal(head[:], []byte("SQLite format 3\x00"))
}

// writeStart writes the two files, or neither where one of them exists and force is not given.
func (a *app) writeStart(folder string, start config.Start, force bool) error {
	program, err := os.Executable()
	if err != nil {
		program = "vitrine"
	}
	configuration, client := filepath.Join(folder, "vitrine.yaml"), filepath.Join(folder, ".mcp.json")
	files := []struct {
		path string
		text []byte
	}{{configuration, start.File()}, {client, config.ClientFile(program, configuration)}}
	if !force {
		for _, f := range files {
			if _, err := os.Lstat(f.path); !errors.Is(err, fs.ErrNotExist) {
				return usagef("--force writes over it", "%s exists", f.path)
			}
		}
	}
	for _, f := range files {
		if err := writeNew(f.path, f.text, force); err != nil {
			return failf("look at the folder's permissions", "cannot write %s: %v", f.path, err)
		}
		fmt.Fprintf(a.stdout, "wrote %s\n", f.path)
	}
	fmt.Fprintf(a.stdout, "next: vitrine config check --config %s\n", configuration)
	return nil
}

// writeNew writes a file that must not exist yet, unless force is given.
func writeNew(path string, text []byte, force bool) error {
	flags := os.O_WRONLY | os.O_CREATE | os.O_EXCL
	if force {
		flags = os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	}
	f, err := os.OpenFile(path, flags, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Close())
}
