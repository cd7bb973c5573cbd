package sqlite

import (
	"fmt"
	"slices"
	"strings"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"

	"vitrine/guard"
	"vitrine/query"
)

// prepared is a caller's statement that was compiled under the judgement of what its guard admitted, with what was found
// out about it on the way.
type prepared struct {
	*statement
	judge   *caller
	columns []query.Column
	longest int32  // how long a value may be while it runs
	quoted  string // a name that was read as a text
}

// The bounds of what a connection keeps compiled: programs of a few kilobytes.
const (
	mostPrepared       = 4
	longestPreparedSQL = 1 << 10
)

// compile compiles a statement under the judgement of what its guard admitted.
func (t *tx) compile(stmt admitted, text string, kind guard.Kind, s *schema) (*prepared, error) {
	j := &caller{stmt: stmt, text: text, schema: s}
	var refusal *guard.Refusal
	if j.reach, refusal = s.reachOf(t.conn, stmt); refusal != nil {
		return nil, refusal
	}
	refusal, err := j.joins(t.conn, text)
	if refusal != nil {
		return nil, refusal
	} else if err != nil {
		return nil, t.explain(err, nil)
	}
	quoted := t.conn.quoted(j)
	defer t.conn.auth.enter(j)()
	compiled, err := t.conn.prepare(text)
	if err != nil {
		return nil, t.explain(err, j)
	}
	switch {
	case j.refusal != nil: // denied, and the engine went on
		err = j.refusal
	case !compiled.readOnly() || compiled.columns == 0:
		err = disagree("the engine does not see a SELECT in it")
	case compiled.kind() != kind:
		err = disagree("the engine does not see what the guard saw: " + string(kind))
	}
	if err != nil {
		compiled.finalize()
		return nil, t.explain(err, j)
	}
	j.running = true
	return &prepared{statement: compiled, judge: j, columns: compiled.head(), longest: longestValue(compiled.calls()), quoted: quoted}, nil
}

// notices tells of the columns that were masked, and of a name that was read as a text.
func (p *prepared) notices() []guard.Notice {
	var notices []guard.Notice
	if masked := p.judge.maskedColumns(); len(masked) > 0 {
		notices = append(notices, guard.Notice{
			Code:    query.NoticeMasked,
			Message: fmt.Sprintf("the policy masks %s: it reads as NULL", strings.Join(masked, ", ")),
		})
	}
	if p.quoted != "" {
		notices = append(notices, quotedNotice(p.quoted))
	}
	return notices
}

// recall returns the statement where the connection has compiled just this one before: what one guard admitted, once, so
// that text and policy are the same, and under the schema that the database has now. It is no longer kept then.
func (c *conn) recall(stmt admitted, s *schema) *prepared {
	given, ok := stmt.(guard.Statement)
	if !ok || !given.Checked() {
		return nil
	}
	for i, p := range c.prepared {
		if p.judge.stmt == admitted(given) && p.judge.schema == s {
			c.prepared = slices.Delete(c.prepared, i, i+1)
			return p
		}
	}
	return nil
}

// retain keeps a statement that has run without a complaint, for callers that look again and again.
func (c *conn) retain(p *prepared) {
	if _, ok := p.judge.stmt.(guard.Statement); !ok || len(p.judge.text) > longestPreparedSQL || p.judge.refusal != nil {
		p.finalize()
		return
	}
	p.reset()
	p.unbind()
	if len(c.prepared) == mostPrepared {
		c.prepared[0].finalize()
		c.prepared = slices.Delete(c.prepared, 0, 1)
	}
	c.prepared = append(c.prepared, p)
}

// unbind takes back the values of all parameters.
func (s *statement) unbind() {
	sqlite3.Xsqlite3_clear_bindings(s.conn.tls, s.handle)
	for _, p := range s.bound {
		libc.Xfree(s.conn.tls, p)
	}
	s.bound = s.bound[:0]
}
