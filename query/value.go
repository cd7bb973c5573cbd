package query

// Kind says which of a Value's fields holds it.
type Kind uint8

// The kinds of values. Engines keep to the kind that holds their value exactly.
const (
	Null    Kind = iota
	Integer      // Int
	Real         // Float, ±Inf and NaN among them
	Text         // Bytes, as stored: NUL and invalid UTF-8 are possible
	Blob         // Bytes
	Boolean      // Int is 0 or 1
	Decimal      // Bytes: an exact decimal number as text, "NaN" and "Infinity" among them (PostgreSQL numeric)
	JSON         // Bytes: a valid JSON document, numbers untouched (PostgreSQL json and jsonb)
)

// Value is one value of a row. It is a struct rather than an interface so that a row can be filled again and again
// without an allocation a value. Bytes belongs to the Rows and holds only until the next call of Next.
type Value struct {
	Kind      Kind
	Int       int64
	Float     float64
	Bytes     []byte
	Length    int64 // the true length in bytes where the cell was cut, else 0
	Truncated bool  // Bytes is only the beginning: the cell was longer than the budget allows
}

// Column is the name and the declared type of a result column. Name is as the engine gives it: it may be empty and
// may stand more than once. Type is the declared type, "" where there is none (an expression in SQLite).
type Column struct {
	Name string `json:"name"`
	Type string `json:"type"`
}
