//go:build !cgo

package postgres

// Read needs PostgreSQL's own grammar, which is C.
func Read(text string, maxDepth int) ([]*Reading, error) {
	return nil, &Error{
		Kind: Unavailable, Message: "this binary was built without cgo and cannot read PostgreSQL",
		Hint: "use a binary that was built with CGO_ENABLED=1; SQLite needs no cgo",
	}
}

// ReadEscaped needs PostgreSQL's own grammar too.
func ReadEscaped(text string, maxDepth int) (readings []*Reading, ok bool) { return nil, false }
