package guard

// reading is what a dialect's reader learned of one statement, in the words that judge understands. Offsets count bytes
// of the whole text.
type reading struct {
	kind       Kind
	start, end int // the statement's first byte; just behind its last token
	next       int // where the next statement may begin
	relations  []namedRelation
	functions  []namedFunction
	columns    []namedColumn
	stars      []namedStar
	parameters []Parameter
	limit      limitClause
	notices    []Notice
	ctes       []string

	unqualified *Unqualified // of a PostgreSQL text, else nil
}

type namedRelation struct {
	Relation
	offset int
}

type namedFunction struct {
	name   string // folded
	offset int
}

// namedColumn is a reference to a column. Candidates are the indexes of the relations that it may belong to.
type namedColumn struct {
	name       string
	qualified  bool
	offset     int
	candidates []int
}

type namedStar struct {
	natural    bool // it is no star, but NATURAL JOIN
	offset     int
	candidates []int
}

// limitClause is the LIMIT of the outermost SELECT.
type limitClause struct {
	insertable  bool // there is none, and one may stand at the statement's end
	literal     bool // the count is a plain decimal literal
	value       int64
	offset, end int // the span of the count
}
