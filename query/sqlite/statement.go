package sqlite

import (
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"

	"vitrine/guard"
	"vitrine/query"
)

// statement is one prepared statement.
type statement struct {
	conn    *conn
	handle  uintptr
	columns int
	bound   []uintptr // C memory of bound texts and blobs
}

// prepare compiles exactly one statement. Text behind it, even one that would be ignored, is an error: whoever made
// the text saw one statement.
func (c *conn) prepare(text string) (*statement, error) {
	const word = int(unsafe.Sizeof(uintptr(0)))
	sql := cBytes(c.tls, text)
	if sql == 0 {
		return nil, outOfMemory()
	}
	defer libc.Xfree(c.tls, sql)
	out := c.tls.Alloc(2 * word)
	defer c.tls.Free(2 * word)
	rc := sqlite3.Xsqlite3_prepare_v3(c.tls, c.db, sql, int32(len(text)+1), sqlite3.SQLITE_PREPARE_DONT_LOG, out, out+uintptr(word))
	if rc != sqlite3.SQLITE_OK {
		return nil, c.failure(rc)
	}
	s := &statement{conn: c, handle: *(*uintptr)(pointer(out))}
	tail := *(*uintptr)(pointer(out + uintptr(word)))
	if s.handle == 0 || int(tail-sql) != len(text) {
		s.finalize()
		return nil, disagree("the engine sees the end of the statement elsewhere")
	}
	s.columns = int(sqlite3.Xsqlite3_column_count(c.tls, s.handle))
	return s, nil
}

// readOnly reports whether the engine thinks that the statement writes nothing. It thinks so of ATTACH and of most
// PRAGMAs too: https://sqlite.org/c3ref/stmt_readonly.html.
func (s *statement) readOnly() bool {
	return sqlite3.Xsqlite3_stmt_readonly(s.conn.tls, s.handle) != 0
}

// kind returns what the engine thinks that the statement is.
func (s *statement) kind() guard.Kind {
	switch sqlite3.Xsqlite3_stmt_isexplain(s.conn.tls, s.handle) {
	case 0:
		return guard.Select
	case 1:
		return guard.Explain
	default:
		return guard.ExplainQueryPlan
	}
}

// head returns the names and declared types of the result columns.
func (s *statement) head() []query.Column {
	columns := make([]query.Column, s.columns)
	for i := range columns {
		columns[i].Name = text(sqlite3.Xsqlite3_column_name(s.conn.tls, s.handle, int32(i)))
		columns[i].Type = text(sqlite3.Xsqlite3_column_decltype(s.conn.tls, s.handle, int32(i)))
	}
	return columns
}

// bind binds values to the parameters, the first to ?1. A parameter without a value stays NULL.
func (s *statement) bind(values []any) error {
	tls := s.conn.tls
	for i, v := range values {
		var rc int32
		n := int32(i + 1)
		switch v := v.(type) {
		case nil:
			rc = sqlite3.Xsqlite3_bind_null(tls, s.handle, n)
		case bool:
			var b int64
			if v {
				b = 1
			}
			rc = sqlite3.Xsqlite3_bind_int64(tls, s.handle, n, b)
		case int64:
			rc = sqlite3.Xsqlite3_bind_int64(tls, s.handle, n, v)
		case float64:
			rc = sqlite3.Xsqlite3_bind_double(tls, s.handle, n, v)
		case string:
			p := s.keep(cBytes(tls, v))
			if p == 0 {
				return outOfMemory()
			}
			rc = sqlite3.Xsqlite3_bind_text64(tls, s.handle, n, p, uint64(len(v)), 0, sqlite3.SQLITE_UTF8)
		case []byte:
			p := s.keep(cBytes(tls, v))
			if p == 0 {
				return outOfMemory()
			}
			rc = sqlite3.Xsqlite3_bind_blob64(tls, s.handle, n, p, uint64(len(v)), 0)
		}
		if rc != sqlite3.SQLITE_OK {
			return s.conn.failure(rc)
		}
	}
	return nil
}

func (s *statement) keep(p uintptr) uintptr {
	if p != 0 {
		s.bound = append(s.bound, p)
	}
	return p
}

// calls counts the instructions that go over a whole value.
func (s *statement) calls() int {
	n := 0
	for _, op := range s.program() {
		switch op.Fopcode {
		case sqlite3.OP_Function, sqlite3.OP_PureFunc, sqlite3.OP_Concat, sqlite3.OP_Cast,
			sqlite3.OP_Eq, sqlite3.OP_Ne, sqlite3.OP_Lt, sqlite3.OP_Le, sqlite3.OP_Gt, sqlite3.OP_Ge:
			n++
		}
	}
	return n
}

// step reads the next row and reports whether there is one.
func (s *statement) step() (bool, error) {
	switch rc := sqlite3.Xsqlite3_step(s.conn.tls, s.handle); rc {
	case sqlite3.SQLITE_ROW:
		return true, nil
	case sqlite3.SQLITE_DONE:
		return false, nil
	default:
		return false, s.conn.failure(rc)
	}
}

// Bits of a value's flags: sqliteInt.h and vdbeInt.h.
const (
	memKinds   = sqlite3.MEM_Null | sqlite3.MEM_Str | sqlite3.MEM_Int | sqlite3.MEM_Real | sqlite3.MEM_Blob | sqlite3.MEM_IntReal
	memUnusual = sqlite3.MEM_Zero
)

// row fills values with the row that step read, and returns buffer with the bytes of its texts and blobs appended, to
// which the values refer. Cells beyond most bytes are cut and marked; 0 means no bound.
//
// It reads the engine's own registers: a call of the interface for each value costs as much as all else together.
// What is not plain there goes through the interface.
func (s *statement) row(values []query.Value, buffer []byte, most int64) []byte {
	vm := (*sqlite3.TVdbe)(pointer(s.handle))
	register := vm.FpResultRow
	for i := range values {
		m := (*sqlite3.TMem)(pointer(register + uintptr(i)*unsafe.Sizeof(sqlite3.TMem{})))
		v := &values[i]
		flags := m.Fflags
		switch flags & memKinds {
		case sqlite3.MEM_Null:
			*v = query.Value{Kind: query.Null}
		case sqlite3.MEM_Int, sqlite3.MEM_Int | sqlite3.MEM_Str:
			if flags&sqlite3.MEM_Str != 0 {
				buffer = s.value(v, i, buffer, most)
				continue
			}
			*v = query.Value{Kind: query.Integer, Int: *(*int64)(unsafe.Pointer(&m.Fu))}
		case sqlite3.MEM_Real:
			*v = query.Value{Kind: query.Real, Float: *(*float64)(unsafe.Pointer(&m.Fu))}
		case sqlite3.MEM_Str:
			if m.Fenc != sqlite3.SQLITE_UTF8 || flags&memUnusual != 0 {
				buffer = s.value(v, i, buffer, most)
				continue
			}
			v.Kind = query.Text
			buffer = fill(v, view(m.Fz, int(m.Fn)), buffer, most)
		case sqlite3.MEM_Blob:
			if flags&memUnusual != 0 {
				buffer = s.value(v, i, buffer, most)
				continue
			}
			v.Kind = query.Blob
			buffer = fill(v, view(m.Fz, int(m.Fn)), buffer, most)
		default:
			buffer = s.value(v, i, buffer, most)
		}
	}
	return buffer
}

// value fills one value through the interface.
func (s *statement) value(v *query.Value, column int, buffer []byte, most int64) []byte {
	tls, i := s.conn.tls, int32(column)
	switch sqlite3.Xsqlite3_column_type(tls, s.handle, i) {
	case sqlite3.SQLITE_INTEGER:
		*v = query.Value{Kind: query.Integer, Int: sqlite3.Xsqlite3_column_int64(tls, s.handle, i)}
	case sqlite3.SQLITE_FLOAT:
		*v = query.Value{Kind: query.Real, Float: sqlite3.Xsqlite3_column_double(tls, s.handle, i)}
	case sqlite3.SQLITE_TEXT:
		v.Kind = query.Text
		p := sqlite3.Xsqlite3_column_text(tls, s.handle, i)
		buffer = fill(v, view(p, int(sqlite3.Xsqlite3_column_bytes(tls, s.handle, i))), buffer, most)
	case sqlite3.SQLITE_BLOB:
		v.Kind = query.Blob
		p := sqlite3.Xsqlite3_column_blob(tls, s.handle, i)
		buffer = fill(v, view(p, int(sqlite3.Xsqlite3_column_bytes(tls, s.handle, i))), buffer, most)
	default:
		*v = query.Value{Kind: query.Null}
	}
	return buffer
}

// fill copies the bytes of a value into the buffer, cut where they are more than most.
func fill(v *query.Value, bytes, buffer []byte, most int64) []byte {
	v.Length, v.Truncated = 0, false
	if most > 0 && int64(len(bytes)) > most {
		v.Length, v.Truncated = int64(len(bytes)), true
		bytes = bytes[:most]
		if v.Kind == query.Text {
			bytes = query.WholeRunes(bytes)
		}
	}
	start := len(buffer)
	buffer = append(buffer, bytes...)
	v.Bytes = buffer[start:len(buffer):len(buffer)]
	return buffer
}

// integer and string read one value of a statement of the package's own.
func (s *statement) integer(column int) int64 {
	return sqlite3.Xsqlite3_column_int64(s.conn.tls, s.handle, int32(column))
}

func (s *statement) string(column int) string {
	p := sqlite3.Xsqlite3_column_text(s.conn.tls, s.handle, int32(column))
	return string(view(p, int(sqlite3.Xsqlite3_column_bytes(s.conn.tls, s.handle, int32(column)))))
}

// reset ends the run of a statement, so that it can be run again.
func (s *statement) reset() { sqlite3.Xsqlite3_reset(s.conn.tls, s.handle) }

// finalize frees the statement. It may be called twice, and on nil.
func (s *statement) finalize() {
	if s == nil || s.handle == 0 {
		return
	}
	sqlite3.Xsqlite3_finalize(s.conn.tls, s.handle)
	s.handle = 0
	for _, p := range s.bound {
		libc.Xfree(s.conn.tls, p)
	}
	s.bound = nil
}
