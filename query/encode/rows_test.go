package encode_test

import (
	"vitrine/guard"
	"vitrine/query"
)

// rows is a result that stands in memory. It fills the same row again and again, as an engine does.
type rows struct {
	columns []query.Column
	values  [][]query.Value
	repeat  int // how many times the values are given
	by      query.TruncatedBy
	notices []guard.Notice
	err     error

	given int
	row   []query.Value
}

func (r *rows) Columns() []query.Column { return r.columns }

func (r *rows) Next() bool {
	if r.given >= len(r.values)*max(r.repeat, 1) {
		return false
	}
	if r.row == nil {
		r.row = make([]query.Value, len(r.columns))
	}
	for i, v := range r.values[r.given%len(r.values)] {
		bytes := append(r.row[i].Bytes[:0], v.Bytes...)
		r.row[i] = v
		r.row[i].Bytes = bytes
	}
	r.given++
	return true
}

func (r *rows) Values() []query.Value          { return r.row }
func (r *rows) Count() int                     { return r.given }
func (r *rows) TruncatedBy() query.TruncatedBy { return r.by }
func (r *rows) Notices() []guard.Notice        { return r.notices }
func (r *rows) Err() error                     { return r.err }

func columns(names ...string) []query.Column {
	list := make([]query.Column, len(names))
	for i, name := range names {
		list[i].Name = name
	}
	return list
}

func integer(i int64) query.Value { return query.Value{Kind: query.Integer, Int: i} }
func real(f float64) query.Value  { return query.Value{Kind: query.Real, Float: f} }
func text(s string) query.Value   { return query.Value{Kind: query.Text, Bytes: []byte(s)} }
func blob(s string) query.Value   { return query.Value{Kind: query.Blob, Bytes: []byte(s)} }
func decimal(s string) query.Value {
	return query.Value{Kind: query.Decimal, Bytes: []byte(s)}
}
func document(s string) query.Value { return query.Value{Kind: query.JSON, Bytes: []byte(s)} }
func boolean(b bool) query.Value {
	v := query.Value{Kind: query.Boolean}
	if b {
		v.Int = 1
	}
	return v
}
func null() query.Value { return query.Value{} }
func cut(v query.Value, length int64) query.Value {
	v.Truncated, v.Length = true, length
	return v
}
