package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"vitrine/guard"
)

// newCheckCommand tells what the guard makes of a statement, without a database.
func newCheckCommand(a *app) *cobra.Command {
	var (
		dialect, policyPath string
		asJSON, asLines     bool
	)
	cmd := &cobra.Command{
		Use:   "check [SQL | -]",
		Short: "tell what would run and what it reads, or why not; no database is opened",
		Long: `Check reads a statement as the guard does and prints the verdict: the text that would run and the relations and
functions in it, or the reason of the refusal. No database is opened. The exit code is 0 for a statement that may run
and 3 for one that is refused.

With --jsonl it reads one JSON object a line, takes the statement under the key "sql", and writes one verdict a line in
the same order. A line that it cannot read gets a line with the verdict "error"; the exit code is then still 0.`,
		Example: `  vitrine check "SELECT name FROM users"
  vitrine check --json "DELETE FROM users"
  vitrine check - < report.sql
  vitrine check --jsonl < statements.jsonl > verdicts.jsonl`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, arguments []string) error {
			checker, err := newChecker(dialect, cmd.Flags().Changed("dialect"), policyPath)
			if err != nil {
				return err
			}
			if asLines {
				if len(arguments) > 0 || asJSON {
					return usagef("give the statements on stdin, one JSON object a line", "--jsonl takes no statement and no --json")
				}
				return checkLines(a.stdin, a.stdout, checker)
			}
			sql, err := a.statementArgument(cmd, arguments)
			if err != nil {
				return err
			}
			return a.checkOne(checker, sql, asJSON)
		},
	}
	cmd.Flags().StringVar(&dialect, "dialect", string(guard.SQLite), "read the statement as `sqlite` or postgres")
	cmd.Flags().StringVar(&policyPath, "policy", "", "hold the statement to the policy in this YAML `file`")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the verdict as one JSON object")
	cmd.Flags().BoolVar(&asLines, "jsonl", false, "read JSON objects with the key sql from stdin, one a line, and write one verdict a line")
	return cmd
}

// checker holds a guard for each dialect that was asked for, made when first needed.
type checker struct {
	standard   guard.Dialect
	fixed      bool // the dialect was given as a flag and holds for every line
	policyPath string
	guards     map[guard.Dialect]*guard.Guard
}

func newChecker(dialect string, fixed bool, policyPath string) (*checker, error) {
	c := &checker{standard: guard.Dialect(dialect), fixed: fixed, policyPath: policyPath, guards: map[guard.Dialect]*guard.Guard{}}
	_, err := c.guard(c.standard)
	return c, err
}

// guard returns the guard of the policy for a dialect.
func (c *checker) guard(dialect guard.Dialect) (*guard.Guard, error) {
	if g := c.guards[dialect]; g != nil {
		return g, nil
	}
	if dialect != guard.SQLite && dialect != guard.Postgres {
		return nil, usagef("sqlite and postgres are accepted", "unknown dialect %q", dialect)
	}
	policy, err := loadPolicy(c.policyPath, dialect)
	if err != nil {
		return nil, err
	}
	g, err := newGuard(policy)
	if err != nil {
		return nil, err
	}
	c.guards[dialect] = g
	return g, nil
}

// newGuard makes a guard, and a usage error of a rule that cannot be read.
func newGuard(policy guard.Policy) (*guard.Guard, error) {
	g, err := guard.New(policy)
	if err != nil {
		return nil, usagef("docs/cli.md describes the rules of a policy", "%v", err)
	}
	return g, nil
}

// verdict is what check says of one statement; its keys are the ones of each line of check --jsonl.
type verdict struct {
	Verdict   string         `json:"verdict"` // admit, refuse, or error for a line that holds no statement
	Code      string         `json:"code"`    // of a refusal, else ""
	Message   string         `json:"message"`
	Hint      string         `json:"hint"`
	Offset    int            `json:"offset"` // bytes from 0
	Line      int            `json:"line"`   // from 1, 0 where there is no place
	Column    int            `json:"column"` // bytes from 1
	SQL       string         `json:"sql"`    // the text that would run, "" for a refusal
	Relations []string       `json:"relations"`
	Functions []string       `json:"functions"`
	Notices   []guard.Notice `json:"notices"`
}

// verdictOf puts what Check returned into a verdict.
func verdictOf(stmt guard.Statement, err error) verdict {
	v := verdict{Verdict: "admit", Relations: []string{}, Functions: []string{}, Notices: []guard.Notice{}}
	var refusal *guard.Refusal
	switch {
	case errors.As(err, &refusal):
		v.Verdict, v.Code, v.Message, v.Hint = "refuse", string(refusal.Code), refusal.Message, refusal.Hint
		v.Offset, v.Line, v.Column = refusal.Offset, refusal.Line, refusal.Column
		return v
	case err != nil:
		v.Verdict, v.Code, v.Message = "error", codeBadLine, err.Error()
		var usage *usageError
		if errors.As(err, &usage) {
			v.Hint = usage.hint
		}
		return v
	}
	v.SQL = stmt.Text()
	for _, relation := range stmt.Relations() {
		v.Relations = append(v.Relations, relation.String())
	}
	v.Functions = append(v.Functions, stmt.Functions()...)
	v.Notices = append(v.Notices, stmt.Notices()...)
	return v
}

// checkOne prints the verdict on one statement.
func (a *app) checkOne(c *checker, sql string, asJSON bool) error {
	g, err := c.guard(c.standard)
	if err != nil {
		return err
	}
	stmt, refused := g.Check(sql)
	if asJSON {
		if err := writeVerdict(a.stdout, verdictOf(stmt, refused)); err != nil {
			return err
		}
		return refused
	}
	if refused != nil {
		return refused
	}
	return writeAdmitted(a.stdout, stmt)
}

// writeAdmitted prints for a person what would run.
func writeAdmitted(w io.Writer, stmt guard.Statement) error {
	v := verdictOf(stmt, nil)
	var text strings.Builder
	fmt.Fprintf(&text, "admit: %s\n", stmt.Kind())
	fmt.Fprintf(&text, "sql: %s\n", v.SQL)
	for _, line := range []struct {
		label string
		names []string
	}{{"reads", v.Relations}, {"calls", v.Functions}, {"parameters", parameterNames(stmt)}} {
		if len(line.names) > 0 {
			fmt.Fprintf(&text, "%s: %s\n", line.label, strings.Join(line.names, ", "))
		}
	}
	for _, notice := range v.Notices {
		fmt.Fprintf(&text, "notice: %s\n", notice.Message)
	}
	_, err := io.WriteString(w, text.String())
	return err
}

// parameterNames lists the parameters as a caller would give them.
func parameterNames(stmt guard.Statement) []string {
	var names []string
	for _, p := range stmt.Parameters() {
		if p.Name == "?" {
			names = append(names, fmt.Sprintf("?%d", p.Index))
			continue
		}
		names = append(names, p.Name)
	}
	return names
}

// writeVerdict writes one verdict as a line of JSON.
func writeVerdict(w io.Writer, v verdict) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(v)
}
