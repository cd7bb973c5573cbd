package main

import (
	"io"

	"vitrine/guard"
	"vitrine/query"
	"vitrine/query/encode"
)

// listing is a small result of a command's own, so that what commands list looks like what queries give.
type listing struct {
	columns []query.Column
	rows    [][]query.Value
	given   int
}

// newListing makes an empty listing with these columns.
func newListing(columns ...string) *listing {
	l := &listing{}
	for _, name := range columns {
		l.columns = append(l.columns, query.Column{Name: name})
	}
	return l
}

// add appends a row of texts and whole numbers.
func (l *listing) add(values ...any) {
	row := make([]query.Value, len(values))
	for i, v := range values {
		switch v := v.(type) {
		case int:
			row[i] = query.Value{Kind: query.Integer, Int: int64(v)}
		case string:
			row[i] = query.Value{Kind: query.Text, Bytes: []byte(v)}
		}
	}
	l.rows = append(l.rows, row)
}

// write writes the listing as a table that fits the terminal.
func (l *listing) write(w io.Writer, width int) error {
	return encode.Write(w, encode.Table, l, encode.Options{Width: width})
}

func (l *listing) Columns() []query.Column        { return l.columns }
func (l *listing) Next() bool                     { l.given++; return l.given <= len(l.rows) }
func (l *listing) Values() []query.Value          { return l.rows[l.given-1] }
func (l *listing) Count() int                     { return min(l.given, len(l.rows)) }
func (l *listing) TruncatedBy() query.TruncatedBy { return "" }
func (l *listing) Notices() []guard.Notice        { return nil }
func (l *listing) Err() error                     { return nil }
