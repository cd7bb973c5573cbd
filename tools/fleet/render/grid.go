package render

import (
	"io"
	"strings"

	"github.com/rivo/uniseg"

	"vitrine/query/encode"
)

// Options say for whom a result is rendered.
type Options struct {
	Color bool // the reader sees colours
	Width int  // columns of the terminal, 0 where it is none
}

// paint is a colour by its SGR parameter (ECMA-48).
type paint string

const (
	plain  paint = ""
	bold   paint = "1"
	faint  paint = "2"
	red    paint = "31"
	green  paint = "32"
	yellow paint = "33"
	blue   paint = "34"
	purple paint = "35"
)

// cell is one field of a table.
type cell struct {
	text  string
	paint paint
}

// column is the head of one column.
type column struct {
	title string
	right bool // numbers stand on the right
	spare int  // where the terminal is too narrow, columns go in the order of this number; 0 stays
}

// or makes a column that goes where the terminal is too narrow.
func (c column) or(spare int) column {
	c.spare = spare
	return c
}

// grid is a table.
type grid struct {
	columns []column
	rows    [][]cell
}

func newGrid(columns ...column) *grid { return &grid{columns: columns} }

func left(title string) column  { return column{title: title} }
func right(title string) column { return column{title: title, right: true} }

// add adds a row. A cell is a text, or a cell that has a colour.
func (g *grid) add(fields ...any) {
	row := make([]cell, len(fields))
	for i, f := range fields {
		switch f := f.(type) {
		case cell:
			row[i] = f
		case string:
			row[i] = cell{text: f}
		}
		// Text from the record must neither drive the terminal nor break the line.
		row[i].text = encode.Visible(row[i].text)
	}
	g.rows = append(g.rows, row)
}

const (
	gap       = 2 // columns between two fields
	narrowest = 8 // the least that a column is cut to, to fit a terminal
)

// write writes the table. Columns in which nothing stands are left out; what does not fit the terminal is cut from the
// widest columns, and shows it with a `…`.
func (p *page) write(g *grid) {
	widths := g.widths()
	g.leaveOut(widths, p.Width)
	fit(widths, p.Width)
	header := make([]cell, len(g.columns))
	for i, c := range g.columns {
		header[i] = cell{strings.ToUpper(c.title), faint}
	}
	for _, row := range append([][]cell{header}, g.rows...) {
		var line strings.Builder
		pending := 0
		for i, c := range row {
			if widths[i] == 0 {
				continue
			}
			text, width := cut(c.text, widths[i])
			pad := widths[i] - width
			if g.columns[i].right {
				pending, pad = pending+pad, 0
			}
			line.WriteString(strings.Repeat(" ", pending))
			line.WriteString(p.painted(text, c.paint))
			pending = pad + gap
		}
		p.line(strings.TrimRight(line.String(), " "))
	}
}

// widths returns how wide each column must be, 0 for one in which nothing stands.
func (g *grid) widths() []int {
	widths := make([]int, len(g.columns))
	for _, row := range g.rows {
		for i, c := range row {
			widths[i] = max(widths[i], uniseg.StringWidth(c.text))
		}
	}
	for i, c := range g.columns {
		if widths[i] > 0 {
			widths[i] = max(widths[i], len(c.title))
		}
	}
	return widths
}

// leaveOut drops spare columns until the line fits.
func (g *grid) leaveOut(widths []int, terminal int) {
	for spare := 1; terminal > 0 && spare < len(g.columns) && lineWidth(widths) > terminal; spare++ {
		for i, c := range g.columns {
			if c.spare == spare {
				widths[i] = 0
			}
		}
	}
}

// lineWidth is how wide a line is.
func lineWidth(widths []int) int {
	total := -gap
	for _, w := range widths {
		if w > 0 {
			total += w + gap
		}
	}
	return total
}

// fit narrows the widest columns until the line fits.
func fit(widths []int, terminal int) {
	if terminal <= 0 {
		return
	}
	for {
		total, widest := lineWidth(widths), -1
		for i, w := range widths {
			if w > 0 && (widest < 0 || w > widths[widest]) {
				widest = i
			}
		}
		if total <= terminal || widest < 0 || widths[widest] <= narrowest {
			return
		}
		widths[widest] = max(narrowest, widths[widest]-(total-terminal+3)/4)
	}
}

// cut cuts a text to a width and returns it with the width that it has.
func cut(text string, most int) (string, int) {
	width := uniseg.StringWidth(text)
	if width <= most {
		return text, width
	}
	kept, room := 0, 0
	for g := uniseg.NewGraphemes(text); g.Next() && room+g.Width() <= most-1; {
		room += g.Width()
		_, kept = g.Positions()
	}
	return text[:kept] + "…", room + 1
}

// page is what is written to.
type page struct {
	Options
	out io.Writer
	err error
}

func (p *page) line(text string) {
	if p.err == nil {
		_, p.err = io.WriteString(p.out, text+"\n")
	}
}

func (p *page) painted(text string, with paint) string {
	if !p.Color || with == plain || text == "" {
		return text
	}
	return "\x1b[" + string(with) + "m" + text + "\x1b[0m"
}

// heading is a line over a table.
func (p *page) heading(text string) { p.line(p.painted(encode.Visible(text), bold)) }

// note is a line under a table.
func (p *page) note(text string) { p.line(p.painted(encode.Visible(text), faint)) }
