package encode

import (
	"strconv"

	"vitrine/query"
)

// A table is laid out for its first rows: those of the sample. Later cells that are wider push their line to the right.
const (
	sampleRows  = 500
	sampleBytes = 1 << 20
)

const (
	widestColumn   = 200 // without a terminal
	narrowestFit   = 8   // the least that a column is cut to, to fit a terminal
	separatorWidth = 3   // " │ "
)

// cell is one value made ready for the table.
type cell struct {
	text  []byte
	width int
	right bool // numbers stand on the right
	cut   bool // the column was too narrow
}

// table is a table as it is written.
type table struct {
	out    *sink
	most   []int // the widest that each column may be
	widths []int
	right  []bool // the header stands on the right, over numbers
	cut    int    // cells that were cut

	scratch []byte
}

// writeTable writes an aligned table for a person: a header, the rows, and a last line with their number. Numbers stand
// on the right, all else on the left; NULL is NULL, and a text that reads NULL stands in quotes. What is wider than a
// column may be is cut, marked with `…`, and counted in the last line.
func writeTable(out *sink, rows Rows, terminal int) error {
	columns := rows.Columns()
	t := &table{out: out, most: make([]int, len(columns)), widths: make([]int, len(columns)), right: make([]bool, len(columns))}
	for i := range t.most {
		t.most[i] = widestColumn
		if terminal > 0 {
			t.most[i] = min(widestColumn, max(narrowestFit, terminal-2))
		}
	}
	sample, whole := t.sample(rows)
	t.layOut(columns, sample, terminal)
	t.header(columns)
	for _, row := range sample {
		t.line(row)
		if err := out.rowDone(rows.Count()); err != nil {
			return err
		}
	}
	row := make([]cell, len(columns))
	for more := !whole && rows.Next(); more; more = rows.Next() {
		t.render(row, rows.Values())
		t.line(row)
		if err := out.rowDone(rows.Count()); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	t.footer(rows)
	return nil
}

// sample reads the first rows, and reports whether they are the whole result.
func (t *table) sample(rows Rows) (sample [][]cell, whole bool) {
	size := 0
	for len(sample) < sampleRows && size < sampleBytes {
		if !rows.Next() {
			return sample, true
		}
		row := make([]cell, len(t.most))
		t.render(row, rows.Values())
		for _, c := range row {
			size += len(c.text) + 48
		}
		sample = append(sample, row)
	}
	return sample, false
}

// render makes the cells of a row.
func (t *table) render(row []cell, values []query.Value) {
	scratch := t.scratch
	for i := range values {
		c, v := &row[i], &values[i]
		c.right = v.Kind == query.Integer || v.Kind == query.Real || v.Kind == query.Decimal
		scratch = scratch[:0]
		switch {
		case v.Kind == query.Null:
			scratch = append(scratch, "NULL"...)
		case v.Kind == query.Text && string(v.Bytes) == "NULL":
			scratch = append(scratch, `"NULL"`...)
		default:
			scratch = appendPlain(scratch, v)
		}
		c.text, c.width, c.cut = appendVisible(c.text[:0], scratch, t.most[i])
	}
	t.scratch = scratch
}

// layOut sets the width of each column from the header and the sample. On a terminal that is too narrow the widest
// columns give way.
func (t *table) layOut(columns []query.Column, sample [][]cell, terminal int) {
	for i, c := range columns {
		_, t.widths[i], _ = appendVisible(nil, []byte(c.Name), t.most[i])
		t.right[i] = len(sample) > 0
		for _, row := range sample {
			t.widths[i] = max(t.widths[i], row[i].width)
			t.right[i] = t.right[i] && (row[i].right || string(row[i].text) == "NULL")
		}
	}
	if terminal <= 0 {
		return
	}
	for t.total() > terminal {
		widest := 0
		for i, w := range t.widths {
			if w > t.widths[widest] {
				widest = i
			}
		}
		if t.widths[widest] <= narrowestFit {
			break
		}
		t.widths[widest]--
	}
	for i := range t.most {
		t.most[i] = max(t.widths[i], 1)
	}
	for _, row := range sample {
		for i := range row {
			if c := &row[i]; c.width > t.widths[i] {
				c.text, c.width, c.cut = appendVisible(nil, c.text, t.widths[i])
			}
		}
	}
}

// total is how many columns a line takes.
func (t *table) total() int {
	sum := 2 + separatorWidth*(len(t.widths)-1)
	for _, w := range t.widths {
		sum += w
	}
	return sum
}

func (t *table) header(columns []query.Column) {
	row := make([]cell, len(columns))
	for i, c := range columns {
		row[i].text, row[i].width, _ = appendVisible(nil, []byte(c.Name), t.most[i])
		row[i].right = t.right[i]
	}
	t.line(row)
	for i, w := range t.widths {
		if i > 0 {
			t.out.buf = append(t.out.buf, "┼"...)
		}
		for range w + 2 {
			t.out.buf = append(t.out.buf, "─"...)
		}
	}
	t.out.buf = append(t.out.buf, '\n')
}

// line writes one row. The last column is not filled up where it stands on the left.
func (t *table) line(row []cell) {
	buf := t.out.buf
	for i := range row {
		if i > 0 {
			buf = append(buf, " │"...)
		}
		c, fill := &row[i], max(0, t.widths[i]-row[i].width)
		if len(c.text) > 0 || fill > 0 && i < len(row)-1 {
			buf = append(buf, ' ')
		}
		if c.right {
			buf = appendSpaces(buf, fill)
		}
		buf = append(buf, c.text...)
		if c.cut {
			t.cut++
		}
		if !c.right && i < len(row)-1 {
			buf = appendSpaces(buf, fill)
		}
	}
	t.out.buf = append(buf, '\n')
}

// footer tells how many rows there are and what is missing.
func (t *table) footer(rows Rows) {
	buf := append(t.out.buf, '(')
	buf = strconv.AppendInt(buf, int64(rows.Count()), 10)
	if rows.Count() == 1 {
		buf = append(buf, " row"...)
	} else {
		buf = append(buf, " rows"...)
	}
	if rows.TruncatedBy() != "" {
		buf = append(buf, ", more follow"...)
	}
	if t.cut > 0 {
		buf = append(buf, "; "...)
		buf = strconv.AppendInt(buf, int64(t.cut), 10)
		buf = append(buf, " cut at …, --format json has all of it"...)
	}
	t.out.buf = append(buf, ")\n"...)
}

func appendSpaces(dst []byte, n int) []byte {
	for range n {
		dst = append(dst, ' ')
	}
	return dst
}
