package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"vitrine/tools/audit"
)

// newAuditCommand groups what reads the log of the calls.
func newAuditCommand(a *app) *cobra.Command {
	return newGroup("audit", "verify and read the log of the calls", newAuditVerifyCommand(a), newAuditShowCommand(a))
}

func newAuditVerifyCommand(a *app) *cobra.Command {
	var keyPath, head, after string
	cmd := &cobra.Command{
		Use:   "verify FILE",
		Short: "find out whether a line of the log was changed, removed or put in another order",
		Long: `Verify reads an audit file, with the files that it was rotated to, and checks every line against the key and the line
before. A cut tail leaves a log that is right in itself: --head gives the hash that the last line must have, as the server
printed it when it ended, or as /readyz told it. Where older files were taken away, --after gives the hash that the first
line must follow. Exit code 1 tells of a problem.`,
		Example: `  vitrine audit verify audit.jsonl
  vitrine audit verify audit.jsonl --head 8c1f…`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, arguments []string) error {
			path := arguments[0]
			if keyPath == "" {
				keyPath = path + ".key"
			}
			key, err := audit.LoadKey(keyPath)
			if err != nil {
				return failf("give the key's file with --key", "the key cannot be read: %v", err)
			}
			return verifyAudit(a, path, key, head, after)
		},
	}
	cmd.Flags().StringVar(&keyPath, "key", "", "the `file` of the key; default FILE.key")
	cmd.Flags().StringVar(&head, "head", "", "the `hash` that the last line must have")
	cmd.Flags().StringVar(&after, "after", "", "the `hash` that the first line must follow")
	return cmd
}

func verifyAudit(a *app, path string, key []byte, head, after string) error {
	files, err := audit.Rotated(path)
	if err != nil {
		return err
	}
	var total audit.Report
	problems := 0
	tell := func(name, what string) {
		problems++
		fmt.Fprintf(a.stdout, "%s: %s\n", name, what)
	}
	var before *audit.Report
	for _, name := range append(files, path) {
		f, err := os.Open(name)
		if errors.Is(err, fs.ErrNotExist) && len(files) == 0 || err != nil && !errors.Is(err, fs.ErrNotExist) {
			return failf("give an audit file", "%v", err)
		}
		if err != nil {
			continue // rotated, and no call came since
		}
		report, err := audit.Verify(f, key, before)
		f.Close()
		if err != nil {
			return err
		}
		for _, p := range report.Problems {
			tell(name, p.String())
		}
		if before == nil && report.Lines > 0 {
			total.Previous, total.First = report.Previous, report.First
			switch {
			case after != "" && report.Previous != after:
				tell(name, "line 1: it does not follow "+after)
			case after == "" && !report.Begins():
				tell(name, "line 1: the log does not begin here: lines before it were removed, or lie in older files; --after gives the hash that it must follow, "+report.Previous)
			}
		}
		total.Lines, total.Torn = total.Lines+report.Lines, total.Torn+report.Torn
		if report.Lines > 0 {
			total.Head, total.Last = report.Head, report.Last
			before = &report
		}
	}
	if head != "" && head != total.Head {
		tell(path, "the last line is not the one with the hash "+head+": the tail was cut, or lines were added since")
	}
	if problems > 0 {
		fmt.Fprintf(a.stderr, "error: %d problems in %d lines\nhint: keep a copy of the files as they are\n", problems, total.Lines)
		return errSilent
	}
	fmt.Fprintf(a.stdout, "lines  %d\n", total.Lines)
	if total.Torn > 0 {
		fmt.Fprintf(a.stdout, "torn   %d, each told of by the line behind it\n", total.Torn)
	}
	if total.Lines > 0 {
		fmt.Fprintf(a.stdout, "from   %s\nto     %s\nhead   %s\n", total.First.Format(time.RFC3339Nano), total.Last.Format(time.RFC3339Nano), total.Head)
	}
	return nil
}

func newAuditShowCommand(a *app) *cobra.Command {
	var principal, tool string
	var last int
	var refused, asJSON bool
	cmd := &cobra.Command{
		Use:   "show FILE",
		Short: "print the calls of an audit file, the newest last",
		Example: `  vitrine audit show audit.jsonl
  vitrine audit show audit.jsonl --refused --last 20
  vitrine audit show audit.jsonl --principal ann --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, arguments []string) error {
			if last < 0 {
				return usagef("give a number of calls, or 0 for all", "--last %d is no number of calls", last)
			}
			f, err := os.Open(arguments[0])
			if err != nil {
				return failf("give an audit file", "%v", err)
			}
			defer f.Close()
			var entries []audit.Entry
			err = audit.Read(f, func(e audit.Entry) error {
				if e.Torn != nil || principal != "" && e.Principal != principal || tool != "" && e.Tool != tool || refused && e.Verdict == audit.VerdictOK {
					return nil
				}
				entries = append(entries, e)
				if last > 0 && len(entries) >= 2*last {
					entries = slices.Delete(entries, 0, len(entries)-last)
				}
				return nil
			})
			if err != nil {
				return err
			}
			if last > 0 && len(entries) > last {
				entries = entries[len(entries)-last:]
			}
			return a.printCalls(entries, asJSON)
		},
	}
	cmd.Flags().StringVar(&principal, "principal", "", "only calls of this `name`")
	cmd.Flags().StringVar(&tool, "tool", "", "only calls of this `tool`")
	cmd.Flags().BoolVar(&refused, "refused", false, "only calls that gave an error")
	cmd.Flags().IntVar(&last, "last", 100, "only the last `N` calls; 0 for all")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON lines")
	return cmd
}

func (a *app) printCalls(entries []audit.Entry, asJSON bool) error {
	if asJSON {
		encoder := json.NewEncoder(a.stdout)
		encoder.SetEscapeHTML(false)
		for _, e := range entries {
			if err := encoder.Encode(e); err != nil {
				return err
			}
		}
		return nil
	}
	w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "TIME\tPRINCIPAL\tTOOL\tSOURCE\tVERDICT\tROWS\tMS\tSQL")
	for _, e := range entries {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%d\t%.1f\t%s\n", e.Time.UTC().Format("2006-01-02T15:04:05.000Z"), orDash(e.Principal), orDash(oneLine(e.Tool)),
			orDash(e.Source), e.Verdict, e.Rows, float64(e.DurationUS)/1000, shortSQL(e.SQL))
	}
	return w.Flush()
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// shortSQL is the text on one line, cut to what a line holds.
func shortSQL(sql string) string {
	const most = 100
	line := strings.Join(strings.Fields(oneLine(sql)), " ")
	if runes := []rune(line); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return line
}
