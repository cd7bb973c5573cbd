package sqlite

// ErrorKind says why a text could not be read.
type ErrorKind int

// The kinds of errors.
const (
	Empty  ErrorKind = iota + 1 // no token but ";", white space and comments
	Syntax                      // SQLite's parser does not accept the text
	Depth                       // nested deeper than the caller allows
)

// Error is the error of [Read]. Message is worded as SQLite words it; Offset is the byte that the token begins at which
// could not be read, and Near is that token, "" at the end of the text.
type Error struct {
	Kind       ErrorKind
	Message    string
	Offset     int
	Near       string
	Incomplete bool // the text ends too early: more text could complete it
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }
