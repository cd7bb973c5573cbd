package guard

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
	p.RowCap = rows
	return &Guard{policy: &p}
}

// Check reads the text and returns the one statement of it that may run, or a *[Refusal] and the zero Statement. It is
// total: whatever the text, it returns within time and memory that grow linearly with its length.
func (g *Guard) Check(sql string) (Statement, error) {
	return Statement{}, &Refusal{Code: SyntaxError, Message: "the reader is not built yet", Hint: "wait"}
}

// AllowsRelation reports whether the policy lets callers read the relation, and so know of it.
func (g *Guard) AllowsRelation(schema, relation string) bool {
	return g.policy.allowsRelation(schema, relation)
}

// ColumnAccess returns what the policy lets callers do with a column of a relation that it allows.
func (g *Guard) ColumnAccess(schema, relation, column string) Access {
	return g.policy.columnAccess(schema, relation, column)
}
