package query

import (
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"vitrine/guard"
)

// TruncatedBy says what cut a result: "" for nothing.
type TruncatedBy string

// What can cut a result.
const (
	TruncatedByRows  TruncatedBy = "rows"
	TruncatedByBytes TruncatedBy = "bytes"
)

// Rows is the result of one statement, read row by row, as in database/sql. It must be closed. It is for one goroutine.
type Rows struct {
	cursor  Cursor
	whole   *Snapshot // closed with the rows, where they are all that it is for
	again   func() (*Rows, error)
	columns []Column
	values  []Value
	notices []guard.Notice

	rowCap    int   // 0 means none
	byteCap   int64 // 0 means none
	cellCap   int64 // 0 means none
	bytes     int64
	count     int
	cut       int // cells that were cut
	truncated TruncatedBy
	err       error
	closeErr  error
	ended     bool
	closed    bool
}

func newRows(cursor Cursor, stmt guard.Statement, b Budget, source []guard.Notice) *Rows {
	r := &Rows{
		cursor:  cursor,
		columns: cursor.Columns(),
		rowCap:  lower(b.Rows, stmt.RowCap()),
		byteCap: b.Bytes,
		cellCap: b.CellBytes,
	}
	r.values = make([]Value, len(r.columns))
	r.notices = append(r.notices, stmt.Notices()...)
	r.notices = append(r.notices, source...)
	return r
}

// Columns returns the result columns, also where there is no row.
func (r *Rows) Columns() []Column { return r.columns }

// Next reads the next row and reports whether there is one. Once it returns false, what the rows held is free again.
func (r *Rows) Next() bool {
	if r.ended {
		return false
	}
	if err := r.cursor.Next(r.values); err != nil {
		if r.again != nil && r.count == 0 && mayTryAgain(err) && r.restart() {
			return r.Next()
		}
		if !errors.Is(err, io.EOF) {
			r.err = err
		}
		r.end()
		return false
	}
	if r.rowCap > 0 && r.count == r.rowCap {
		r.truncated = TruncatedByRows
		r.end()
		return false
	}
	if r.byteCap > 0 || r.cellCap > 0 {
		cut := r.cutCells()
		r.bytes += size(r.values)
		if r.byteCap > 0 && r.bytes > r.byteCap {
			r.truncated = TruncatedByBytes
			r.end()
			return false
		}
		r.cut += cut
	}
	r.count++
	return true
}

// restart runs the statement once more, in a snapshot of its own, and reports whether that began. Nothing of the first
// try was given to the caller.
func (r *Rows) restart() bool {
	again := r.again
	r.again = nil
	r.release()
	fresh, err := again()
	if err != nil {
		return false
	}
	fresh.again = nil
	*r = *fresh
	return true
}

// Values returns the row that Next read. It holds until the next call of Next.
func (r *Rows) Values() []Value { return r.values }

// Count returns how many rows Next has given.
func (r *Rows) Count() int { return r.count }

// TruncatedBy says, once Next has returned false, whether more rows would have followed and what cut them. A result
// that an error ended is not truncated: see Err.
func (r *Rows) TruncatedBy() TruncatedBy { return r.truncated }

// Notices returns, once Next has returned false, everything to tell the caller: the guard's notices, the source's, the
// engine's, and that of a truncation.
func (r *Rows) Notices() []guard.Notice { return r.notices }

// Err returns what ended the rows early: a *guard.Refusal or an *Error.
func (r *Rows) Err() error { return r.err }

// Close frees what the rows hold; it may be called twice.
func (r *Rows) Close() error {
	r.ended = true
	r.release()
	return r.closeErr
}

// end closes the books: what is to be told is collected, and what the engine holds is freed at once, so that a slow
// reader of the last row keeps no transaction open.
func (r *Rows) end() {
	r.ended = true
	r.notices = append(r.notices, r.cursor.Notices()...)
	if r.cut > 0 {
		r.notices = append(r.notices, guard.Notice{
			Code:    NoticeCellsCut,
			Message: fmt.Sprintf("%d cells were longer than %d bytes and were cut; their true length is given with them", r.cut, r.cellCap),
		})
	}
	switch r.truncated {
	case TruncatedByRows:
		r.notices = append(r.notices, guard.Notice{
			Code:    NoticeTruncated,
			Message: fmt.Sprintf("more rows follow: the result was cut at the limit of %d rows", r.rowCap),
		})
	case TruncatedByBytes:
		r.notices = append(r.notices, guard.Notice{
			Code:    NoticeTruncated,
			Message: fmt.Sprintf("more rows follow: the result was cut at the limit of %d bytes", r.byteCap),
		})
	}
	r.release()
}

func (r *Rows) release() {
	if r.closed {
		return
	}
	r.closed = true
	r.closeErr = r.cursor.Close()
	if r.whole != nil {
		if err := r.whole.Close(); r.closeErr == nil {
			r.closeErr = err
		}
	}
}

// cutCells cuts the values of the row that are longer than the budget, and returns how many there were.
func (r *Rows) cutCells() int {
	if r.cellCap <= 0 {
		return 0
	}
	cut := 0
	for i := range r.values {
		v := &r.values[i]
		if int64(len(v.Bytes)) <= r.cellCap {
			if v.Truncated {
				cut++ // by the engine, which could give no more
			}
			continue
		}
		if !v.Truncated {
			v.Length = int64(len(v.Bytes))
			v.Truncated = true
		}
		v.Bytes = v.Bytes[:r.cellCap]
		if v.Kind != Blob {
			v.Bytes = WholeRunes(v.Bytes)
		}
		cut++
	}
	return cut
}

// WholeRunes returns text without the beginning of a character that a cut left at its end. Other bytes that are not
// UTF-8 stay: they were in the value.
func WholeRunes(text []byte) []byte {
	for i := len(text) - 1; i >= 0 && i >= len(text)-utf8.UTFMax; i-- {
		if utf8.RuneStart(text[i]) {
			if !utf8.FullRune(text[i:]) {
				return text[:i]
			}
			break
		}
	}
	return text
}

// size returns the bytes of a row as the engine gives it: of texts and blobs their length, of numbers eight, of NULL one.
func size(row []Value) int64 {
	var n int64
	for i := range row {
		switch row[i].Kind {
		case Null, Boolean:
			n++
		case Integer, Real:
			n += 8
		default:
			n += int64(len(row[i].Bytes))
		}
	}
	return n
}
