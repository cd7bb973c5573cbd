package guard

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"vitrine/guard/postgres"
	"vitrine/guard/sqlite"
)

// Guard holds statements to one policy. It is immutable and safe for concurrent use.
type Guard struct {
	policy *policy
}

// New returns a guard for the policy, or an error that names the rule that cannot be read.
func New(p Policy) (*Guard, error) {
	compiled, err := p.compile()
	if err != nil {
		return nil, err
	}
	return &Guard{policy: compiled}, nil
}

// WithRowCap returns a guard of the same policy with another row cap; 0 means none. It is cheap enough to call for
// every request.
func (g *Guard) WithRowCap(rows int) *Guard {
	p := *g.policy
	p.RowCap = max(rows, 0)
	return &Guard{policy: &p}
}

// Policy returns the policy that the guard was made of, with the defaults filled in.
func (g *Guard) Policy() Policy { return g.policy.Policy }

// HidesNames reports whether some rule makes the existence of a relation or a column a secret.
func (g *Guard) HidesNames() bool { return g.policy.hidesNames() }

// AllowsFunction reports whether the policy lets a statement call the function.
func (g *Guard) AllowsFunction(name string) bool { return g.policy.allowsFunction(name) }

// Check reads the text and returns the one statement of it that may run, or a *[Refusal] and the zero Statement. It is
// total: whatever the text, it returns within time and memory that grow linearly with its length.
func (g *Guard) Check(sql string) (Statement, error) {
	c := check{policy: g.policy, sql: sql}
	if r := c.bounds(); r != nil {
		return Statement{}, c.place(r)
	}
	statement, r := c.run()
	if r != nil {
		return Statement{}, c.place(r)
	}
	return Statement{statement}, nil
}

// check is one call of Check. Its stages are: bounds, read, judge, witness, the statements behind, the limit.
type check struct {
	policy   *policy
	sql      string
	postgres []*postgres.Reading // what is still to be judged, see readPostgres
}

// bounds refuses what no parser should see.
func (c *check) bounds() *Refusal {
	if len(c.sql) > c.policy.MaxBytes {
		return &Refusal{
			Code: TooLong, Offset: c.policy.MaxBytes,
			Message: fmt.Sprintf("the text has %d bytes; up to %d are accepted", len(c.sql), c.policy.MaxBytes),
			Hint:    "shorten the statement, or pass long lists of values as one JSON parameter and read it with json_each",
		}
	}
	if i := strings.IndexByte(c.sql, 0); i >= 0 {
		return &Refusal{
			Code: MalformedText, Offset: i, Message: "the text holds a NUL byte",
			Hint: "remove it, or write the value as a blob literal or a parameter",
		}
	}
	if !utf8.ValidString(c.sql) {
		return &Refusal{
			Code: MalformedText, Offset: invalidAt(c.sql), Message: "the text is not valid UTF-8",
			Hint: "send the statement in UTF-8, and other bytes as a blob literal or a parameter",
		}
	}
	return nil
}

func invalidAt(s string) int {
	for i, r := range s {
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(s[i:]); size == 1 {
				return i
			}
		}
	}
	return 0
}

// run does all stages behind bounds.
func (c *check) run() (*checked, *Refusal) {
	first, r := c.read(0)
	if r != nil {
		return nil, r
	}
	if r := c.judge(first); r != nil {
		return nil, r
	}
	if r := c.testify(first); r != nil {
		return nil, r
	}
	stripped, prose, r := c.behind(first)
	if r != nil {
		return nil, r
	}
	text, notices := c.limit(first), first.notices
	if stripped > 0 {
		notices = append(notices, Notice{Code: "statements_stripped", Message: fmt.Sprintf(
			"only the first statement was run; %s stripped: send each in a request of its own", plural(stripped, "further statement was", "further statements were"))})
	}
	if prose {
		notices = append(notices, Notice{Code: "text_stripped", Message: "what stands behind the first statement is no statement; it was left out"})
	}
	out := &checked{
		text: text, kind: first.kind, policy: c.policy, notices: notices, parameters: first.parameters,
		ctes: first.ctes, unqualified: first.unqualified,
	}
	start := c.place(&Refusal{Offset: first.start})
	out.line, out.column = start.Line, start.Column
	if first.kind == Select {
		out.rowCap = c.policy.RowCap
	}
	if c.policy.Dialect == Postgres {
		out.given, out.read = c.sql, first
	}
	out.relations = eachOnce(first.relations, func(r namedRelation) Relation { return r.Relation })
	out.functions = eachOnce(first.functions, func(f namedFunction) string { return f.name })
	return out, nil
}

// read reads the statement at the offset.
func (c *check) read(at int) (*reading, *Refusal) {
	if c.policy.Dialect == Postgres {
		return c.readPostgres(at)
	}
	return c.readSQLite(at)
}

// testify asks the second reader, where the dialect has one.
func (c *check) testify(r *reading) *Refusal {
	if c.policy.Dialect == SQLite {
		return c.witness(r)
	}
	return c.witnessPostgres(r)
}

// mostProse is how many pieces of text that are no statement may stand behind the first one. Each costs a reading, so
// that without a bound the time would not be linear.
const mostProse = 16

// behind reads what stands behind the first statement: it counts what may be stripped, and refuses the whole request
// where a statement would itself be refused. Text whose first word begins no statement at all (the end of a Markdown
// fence, an explanation) is no attempt at anything, and is left out like a comment.
func (c *check) behind(first *reading) (stripped int, prose bool, refusal *Refusal) {
	pieces := 0
	for at := first.next; at < len(c.sql); {
		r, refusal := c.read(at)
		if refusal != nil && refusal.Code == EmptyStatement {
			break
		}
		if refusal != nil && c.isProse(at, refusal) {
			if pieces++; pieces > mostProse {
				return 0, false, stacked(refusal)
			}
			end := strings.IndexByte(c.sql[refusal.Offset:], ';')
			if end < 0 {
				break
			}
			at = refusal.Offset + end + 1
			continue
		}
		if refusal == nil {
			refusal = c.judge(r)
		}
		if refusal != nil {
			return 0, false, stacked(refusal)
		}
		if c.policy.Stacked == Refuse {
			return 0, false, &Refusal{
				Code: StackedStatement, Offset: r.start,
				Message: "a further statement stands behind the first; one in a request is accepted",
				Hint:    "send each statement in a request of its own",
			}
		}
		stripped++
		at = r.next
	}
	return stripped, pieces > 0, nil
}

func stacked(refusal *Refusal) *Refusal {
	return &Refusal{
		Code: StackedStatement, Offset: refusal.Offset,
		Message: "a further statement stands behind the first, and would be refused: " + refusal.Message,
		Hint:    "send one statement in a request; a text that holds a refused statement is not answered at all",
	}
}

// isProse reports whether SQLite's grammar gives up at the very first token from the offset on. (PostgreSQL's reader
// does not tell, so that there any such text refuses the request.)
func (c *check) isProse(at int, refusal *Refusal) bool {
	if c.policy.Dialect != SQLite || c.policy.Stacked == Refuse || refusal.Code != SyntaxError {
		return false
	}
	_, before := sqlite.Read(c.sql[at:refusal.Offset], 1)
	empty, ok := before.(*sqlite.Error)
	return ok && empty.Kind == sqlite.Empty
}

func (c *check) place(r *Refusal) *Refusal { return place(c.sql, r) }

// place fills in line and column.
func place(sql string, r *Refusal) *Refusal {
	r.Offset = min(max(r.Offset, 0), len(sql))
	before := sql[:r.Offset]
	r.Line = strings.Count(before, "\n") + 1
	r.Column = r.Offset - (strings.LastIndexByte(before, '\n') + 1) + 1
	return r
}

// eachOnce returns what of gives for each item, without repetitions, in the order of first appearance. Most statements
// have a handful of names, for which a scan is faster than a map.
func eachOnce[T any, N comparable](items []T, of func(T) N) []N {
	var names []N
	var seen map[N]bool
	for _, item := range items {
		name := of(item)
		if seen == nil && slices.Contains(names, name) || seen[name] {
			continue
		}
		names = append(names, name)
		switch {
		case seen != nil:
			seen[name] = true
		case len(names) == 16:
			seen = make(map[N]bool)
			for _, n := range names {
				seen[n] = true
			}
		}
	}
	return names
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// AllowsRelation reports whether the policy lets callers read the relation, and so know of it.
func (g *Guard) AllowsRelation(schema, relation string) bool {
	return g.policy.allowsRelation(schema, relation)
}

// ColumnAccess returns what the policy lets callers do with a column of a relation that it allows.
func (g *Guard) ColumnAccess(schema, relation, column string) Access {
	return g.policy.columnAccess(schema, relation, column)
}
