package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"vitrine/cmd/vitrine/sandbox"
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
	audit  string
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
	cmd.Flags().StringVar(&f.audit, "audit", "", "append a line about this call to this `file` before its result leaves")
	must(cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(formatNames(), cobra.ShellCompDirectiveNoFileComp)))
	return cmd
}

// question is what the flags and arguments of query ask for.
type question struct {
	sql     string
	format  encode.Format
	args    query.Args
	policy  guard.Policy // its row cap is the limit
	time    time.Duration
	sandbox sandbox.Mode
	began   time.Time
}

// query answers one question, and records it first where an audit is kept.
func (a *app) query(cmd *cobra.Command, f *queryFlags, arguments []string) error {
	q, err := a.question(cmd, f, arguments)
	if err != nil {
		return err
	}
	if f.audit != "" && f.out != "" && slices.ContainsFunc(names(f.out), func(name string) bool { return slices.Contains(names(f.audit), name) }) {
		return usagef("give each a file of its own", "--out and --audit are both %s", f.out)
	}
	book, err := openBook(f.audit)
	if err != nil {
		return err
	}
	defer book.close()
	out := &output{Writer: a.stdout}
	defer func() { out.discard() }()
	var told answered
	stmt, err := check(q.policy, q.sql)
	if err == nil {
		opened, err := a.openOutput(f.out, f.db)
		if err != nil {
			return err
		}
		out = opened
		if book != nil {
			if err := out.hold(); err != nil {
				return err
			}
		}
	}
	if err == nil {
		told, err = a.answer(cmd.Context(), f, q, stmt, out)
	}
	if refused := book.record(f, q, told.rows, out.written, err); refused != nil {
		return refused
	}
	if err := out.release(); err != nil {
		return err
	}
	if err != nil {
		return err
	}
	if q.format != encode.JSON {
		a.tell(told.notices)
	}
	return out.commit()
}

// answered is what there is to say of an answer beside its rows.
type answered struct {
	rows    int
	notices []guard.Notice
}

// question reads the flags and arguments before anything is opened.
func (a *app) question(cmd *cobra.Command, f *queryFlags, arguments []string) (q question, err error) {
	q.began = a.now()
	if q.format, err = a.formatOf(f.format, f.out != ""); err != nil {
		return q, err
	}
	if q.args, err = parseParams(f.params); err != nil {
		return q, err
	}
	if q.time, err = f.time(); err != nil {
		return q, err
	}
	if q.sandbox, err = parseSandbox(f.sandbox); err != nil {
		return q, err
	}
	if q.sql, err = a.statementArgument(cmd, arguments); err != nil {
		return q, err
	}
	if q.policy, err = f.loadPolicy(); err != nil {
		return q, err
	}
	q.policy.RowCap, err = rowCap(f.limit, cmd.Flags().Changed("limit"), q.policy.RowCap)
	return q, err
}

// answer opens the database, gives away what the process does not need any more, runs the statement and writes its rows.
func (a *app) answer(ctx context.Context, f *queryFlags, q question, stmt guard.Statement, out *output) (answered, error) {
	source, err := openSource(ctx, &f.sourceFlags)
	if err != nil {
		return answered{}, err
	}
	defer source.Close()
	plan := f.plan()
	if out.target != "" {
		plan.MoveFolders = append(plan.MoveFolders, filepath.Dir(out.target))
	}
	if f.audit != "" {
		planAudit(&plan, f.audit)
	}
	report, err := a.enterSandbox(q.sandbox, plan)
	if err != nil {
		return answered{}, err
	}
	a.tellFences(report)
	runner := query.NewRunner(source, query.RunnerOptions{Default: query.Budget{Time: query.Unlimited}, Concurrent: 1})
	rows, err := runner.Query(ctx, stmt, q.args, query.Budget{Time: q.time})
	if err != nil {
		return answered{}, err
	}
	defer rows.Close()
	width := a.width
	if f.out != "" {
		width = 0
	}
	progress := a.startProgress(f.out != "" || f.audit != "" || !a.stdoutIsTerminal)
	err = encode.Write(out, q.format, rows, encode.Options{
		Source:   source.Name(),
		Elapsed:  func() time.Duration { return a.now().Sub(q.began) },
		Width:    width,
		Progress: progress.rows,
	})
	progress.stop()
	return answered{rows.Count(), rows.Notices()}, err
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
