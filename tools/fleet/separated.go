package fleet

import (
	"bytes"
	"encoding/json"
	"strings"
)

// separated is a list as text.
type separated struct {
	Format    string  `json:"format"`
	Content   string  `json:"content"`
	NextAfter *string `json:"next_after"`
}

// encode writes JSON without the escapes that only HTML needs.
func encode(v any) ([]byte, error) {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	return bytes.TrimSuffix(buffer.Bytes(), []byte("\n")), err
}

// table is a header and rows of text. A nil cell is NULL, an empty one an empty text.
type table struct {
	header []string
	rows   [][]*string
}

func (t *table) add(cells ...*string) { t.rows = append(t.rows, cells) }

// write writes the table as csv (RFC 4180, lines end in CRLF) or tsv (lines end in LF). A field that holds the
// separator, a quote or a line end stands in quotes. NULL is an empty field, an empty text is "". Values are as
// persisted: a text that a spreadsheet would take for a formula is left as it is.
func (t *table) write(format string) string {
	separator, lineEnd := ",", "\r\n"
	if format == "tsv" {
		separator, lineEnd = "\t", "\n"
	}
	var out strings.Builder
	line := func(cells []*string) {
		for i, cell := range cells {
			if i > 0 {
				out.WriteString(separator)
			}
			if cell != nil {
				out.WriteString(field(*cell, separator))
			}
		}
		out.WriteString(lineEnd)
	}
	header := make([]*string, len(t.header))
	for i := range t.header {
		header[i] = &t.header[i]
	}
	line(header)
	for _, row := range t.rows {
		line(row)
	}
	return out.String()
}

func field(text, separator string) string {
	if text == "" || strings.ContainsAny(text, separator+"\"\r\n") {
		return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
	}
	return text
}

// streamTable flattens rows of fleet_show.
func streamTable(streams []Stream, full, cost bool) *table {
	t := &table{header: []string{
		"slug", "title", "state", "wave", "machine_id", "seat", "model", "branch", "base", "updated_at",
		"last_gate_name", "last_gate_verdict", "last_gate_at",
	}}
	if full {
		t.header = append(t.header, "backend", "worktree_path", "evidence_recipe", "merge_message")
		if cost {
			t.header = append(t.header, "quoted_usd")
		}
		t.header = append(t.header, "created_at", "closed_at", "open_phase")
	}
	for i := range streams {
		s := &streams[i]
		row := []*string{&s.Slug, &s.Title, &s.State, &s.Wave, s.MachineID, &s.Seat, &s.Model, &s.Branch, &s.Base, &s.UpdatedAt, nil, nil, nil}
		if s.LastGate != nil {
			row[10], row[11], row[12] = &s.LastGate.Name, &s.LastGate.Verdict, &s.LastGate.At
		}
		if full {
			row = append(row, &s.Backend, &s.WorktreePath, &s.EvidenceRecipe, &s.MergeMessage)
			if cost {
				row = append(row, amountText(s.QuotedUSD.amount))
			}
			row = append(row, &s.CreatedAt, s.ClosedAt, s.OpenPhase)
		}
		t.add(row...)
	}
	return t
}

func amountText(d *Dollars) *string {
	if d == nil {
		return nil
	}
	text := d.String()
	return &text
}
