package main

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"vitrine/guard"
	"vitrine/query"
	"vitrine/query/encode"
)

// defaultLimit is how many rows query gives where --limit says nothing.
const defaultLimit = 1000

// queryFlags are the flags of query.
type queryFlags struct {
	sourceFlags
	limit  string
	format string
	params []string
	out    string
}

// newQueryCommand runs one statement and writes its rows.
func newQueryCommand(a *app) *cobra.Command {
	var f queryFlags
	cmd := &cobra.Command{
		Use:   "query [SQL | -] --db PATH",
		Short: "ask a database one question",
		Long: `Query runs one SELECT, WITH or VALUES on a database that is opened read-only, and writes the rows: as a table on a
terminal, else as one JSON object a line. Everything that could change something is refused before the database is
opened. The result has at most 1000 rows unless --limit says otherwise; a notice on stderr tells where more follow.

Each --param gives a parameter a value: a number as JSON writes it is a number, everything else is text. A type may
stand behind the name: name:text=007, name:integer=5, name:real=1, name:blob=00ff, name:boolean=true, name:null.`,
		Example: `  vitrine query "SELECT count(*) FROM orders" --db shop.sqlite
  vitrine query - --db shop.sqlite --limit all --format csv --out orders.csv < orders.sql
  vitrine query "SELECT * FROM orders WHERE id = :id" --db shop.sqlite --param id=7`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, arguments []string) error {
			return a.query(cmd, &f, arguments)
		},
	}
	f.register(cmd)
	cmd.Flags().StringVar(&f.limit, "limit", strconv.Itoa(defaultLimit), "the most `rows` to give, or all")
	cmd.Flags().StringVar(&f.format, "format", "", "write the rows as `format`: "+formatList()+" (default table on a terminal, else jsonl)")
	cmd.Flags().StringArrayVar(&f.params, "param", nil, "a `name=value` for a parameter of the statement; may be repeated")
	cmd.Flags().StringVar(&f.out, "out", "", "write to this `file` instead of stdout; it appears only when the result is whole")
	must(cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(formatNames(), cobra.ShellCompDirectiveNoFileComp)))
	return cmd
}

// query reads the flags, checks the statement, and only then opens the database and runs it.
func (a *app) query(cmd *cobra.Command, f *queryFlags, arguments []string) error {
	began := a.now()
	format, err := a.formatOf(f.format, f.out != "")
	if err != nil {
		return err
	}
	args, err := parseParams(f.params)
	if err != nil {
		return err
	}
	limitOfTime, err := f.time()
	if err != nil {
		return err
	}
	mode, err := parseSandbox(f.sandbox)
	if err != nil {
		return err
	}
	sql, err := a.statementArgument(cmd, arguments)
	if err != nil {
		return err
	}
	policy, err := f.loadPolicy()
	if err != nil {
		return err
	}
	if policy.RowCap, err = rowCap(f.limit, cmd.Flags().Changed("limit"), policy.RowCap); err != nil {
		return err
	}
	stmt, err := check(policy, sql)
	if err != nil {
		return err
	}
	out, err := a.openOutput(f.out, f.db)
	if err != nil {
		return err
	}
	defer out.discard()
	source, err := openSource(cmd.Context(), &f.sourceFlags)
	if err != nil {
		return err
	}
	defer source.Close()
	plan := f.plan()
	if out.target != "" {
		plan.MoveFolders = append(plan.MoveFolders, filepath.Dir(out.target))
	}
	report, err := a.enterSandbox(mode, plan)
	if err != nil {
		return err
	}
	a.tellFences(report)
	runner := query.NewRunner(source, query.RunnerOptions{Default: query.Budget{Time: query.Unlimited}, Concurrent: 1})
	rows, err := runner.Query(cmd.Context(), stmt, args, query.Budget{Time: limitOfTime})
	if err != nil {
		return err
	}
	defer rows.Close()
	width := a.width
	if f.out != "" {
		width = 0
	}
	progress := a.startProgress(f.out != "" || !a.stdoutIsTerminal)
	err = encode.Write(out, format, rows, encode.Options{
		Source:   source.Name(),
		Elapsed:  func() time.Duration { return a.now().Sub(began) },
		Width:    width,
		Progress: progress.rows,
	})
	progress.stop()
	if err != nil {
		return err
	}
	if format != encode.JSON {
		a.tell(rows.Notices())
	}
	return out.commit()
}

// check holds a statement to a policy.
func check(policy guard.Policy, sql string) (guard.Statement, error) {
	g, err := newGuard(policy)
	if err != nil {
		return guard.Statement{}, err
	}
	return g.Check(sql)
}

// tell writes notices to stderr, each on a line.
func (a *app) tell(notices []guard.Notice) {
	for _, n := range notices {
		a.tellLine(n.Message)
	}
}

func (a *app) tellLine(text string) { fmt.Fprintf(a.stderr, "notice: %s\n", oneLine(text)) }

// rowCap reads --limit under the row cap of the policy, 0 for none. A limit that was given and is above the cap is an
// error: a result that is shorter than what was asked for must not come as a surprise.
func rowCap(limit string, given bool, most int) (int, error) {
	rows := 0
	if limit != "all" {
		n, err := strconv.Atoi(limit)
		if err != nil || n < 1 {
			return 0, usagef("give a whole number from 1, or all", "--limit %q is no number of rows", limit)
		}
		rows = n
	}
	if most == 0 || rows > 0 && rows <= most {
		return rows, nil
	}
	if !given {
		return most, nil
	}
	return 0, usagef(fmt.Sprintf("give --limit %d or less, or raise row_cap in the policy", most),
		"--limit %s is above the %d rows that the policy permits", limit, most)
}

// formatOf reads --format; without it a person at a terminal gets a table and everything else JSON lines.
func (a *app) formatOf(given string, toFile bool) (encode.Format, error) {
	if given == "" {
		if a.stdoutIsTerminal && !toFile {
			return encode.Table, nil
		}
		return encode.JSONL, nil
	}
	for _, format := range encode.Formats() {
		if string(format) == given {
			return format, nil
		}
	}
	return "", usagef("the formats are "+formatList(), "--format %q is none", given)
}

func formatNames() []string {
	var names []string
	for _, format := range encode.Formats() {
		names = append(names, string(format))
	}
	return names
}

func formatList() string { return strings.Join(formatNames(), ", ") }

// must ends the process where a command is put together wrongly, which only a programmer can cause.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
