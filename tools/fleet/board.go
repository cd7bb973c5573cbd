package fleet

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"vitrine/query"
	"vitrine/tools"
)

// maxBoard caps the entries of a board, and the streams of the lane streams. The newest entries are kept.
const maxBoard = 10_000

var (
	boardFormats = []string{"md", "csv", "html"}
	csvLanes     = []string{"events", "streams"}
)

type boardIn struct {
	Format  string `json:"format" jsonschema:"what to render: md, csv or html" enum:"md,csv,html"`
	CSVLane string `json:"csv_lane,omitempty" jsonschema:"required with csv, refused otherwise: events, the event and gate logs; streams, the columns of streams" enum:"events,streams"`
}

// Check implements tools.Checker.
func (in *boardIn) Check() error {
	if !slices.Contains(boardFormats, in.Format) {
		e := &tools.Error{
			Code: tools.CodeInvalidArgument, Argument: "format", Given: in.Format, Accepted: boardFormats,
			Message: fmt.Sprintf("%s is not rendered: give one of %s", in.Format, strings.Join(boardFormats, ", ")),
		}
		if in.Format == "" {
			e.Message = "argument format is required: give one of " + strings.Join(boardFormats, ", ")
		}
		return e
	}
	if in.Format != "csv" {
		if in.CSVLane != "" {
			return &tools.Error{
				Code: tools.CodeInvalidArgument, Argument: "csv_lane", Given: in.CSVLane,
				Message: fmt.Sprintf("%s has no lanes: csv_lane goes with format csv only", in.Format),
				Hint:    "leave csv_lane out, or ask for format csv",
			}
		}
		return nil
	}
	if !slices.Contains(csvLanes, in.CSVLane) {
		e := &tools.Error{
			Code: tools.CodeInvalidArgument, Argument: "csv_lane", Given: in.CSVLane, Accepted: csvLanes,
			Message: "csv needs csv_lane: give one of " + strings.Join(csvLanes, ", "),
		}
		if in.CSVLane != "" {
			e.Message = fmt.Sprintf("csv_lane %s is not one of %s", in.CSVLane, strings.Join(csvLanes, ", "))
		}
		return e
	}
	return nil
}

// BoardTotals counts what the record holds, rendered or not.
type BoardTotals struct {
	Events  int64 `json:"events"`
	Gates   int64 `json:"gates"`
	Streams int64 `json:"streams"`
}

// BoardExport is the result of board_export.
type BoardExport struct {
	AsOf      string      `json:"as_of_ts"`
	Filename  string      `json:"filename"`
	MediaType string      `json:"media_type"`
	Truncated bool        `json:"truncated" jsonschema:"true where the record holds more than 10000 entries; the newest are rendered"`
	Totals    BoardTotals `json:"totals"`
	Content   string      `json:"content"`
}

// entry is one line of the event and gate logs.
type entry struct {
	at, slug, source, title              string
	kind, name, verdict, detail, payload *string
	id                                   int64
	instant                              instant
	dated                                bool
}

// board is what is rendered.
type board struct {
	asOf      time.Time
	entries   []entry // by time, then source and id; undated ones last
	truncated bool
	totals    BoardTotals
}

func (r *record) boardExport(ctx context.Context, c tools.Call, in boardIn) (BoardExport, error) {
	if err := in.Check(); err != nil {
		return BoardExport{}, err
	}
	b := board{asOf: c.Now}
	var streams *table
	err := r.read(ctx, func(s *snapshot) error {
		err := s.rows("board_count", nil, func(row []query.Value) error {
			b.totals = BoardTotals{row[0].Int, row[1].Int, row[2].Int}
			return nil
		})
		if err != nil {
			return err
		}
		if in.CSVLane == "streams" {
			streams, err = s.persistedStreams()
			b.truncated = b.totals.Streams > maxBoard
			return err
		}
		b.entries, err = s.logs()
		b.truncated = b.totals.Events+b.totals.Gates > maxBoard
		return err
	})
	if err != nil {
		return BoardExport{}, err
	}
	stem := "fleet-board-" + c.Now.UTC().Format("20060102T150405Z")
	out := BoardExport{AsOf: asOf(c), Truncated: b.truncated, Totals: b.totals}
	switch {
	case in.Format == "md":
		out.Filename, out.MediaType, out.Content = stem+".md", "text/markdown; charset=utf-8", b.markdown()
	case in.Format == "html":
		out.Filename, out.MediaType = stem+".html", "text/html; charset=utf-8"
		out.Content, err = b.html()
	case in.CSVLane == "streams":
		out.Filename, out.MediaType, out.Content = stem+"-streams.csv", "text/csv; charset=utf-8; header=present", streams.write("csv")
	default:
		out.Filename, out.MediaType, out.Content = stem+"-events.csv", "text/csv; charset=utf-8; header=present", b.table().write("csv")
	}
	c.Account.Rows = len(b.entries)
	return out, err
}

// logs reads the newest entries of both logs and puts them in order.
func (s *snapshot) logs() ([]entry, error) {
	var entries []entry
	err := s.rows("board", query.Args{"count": int64(maxBoard)}, func(row []query.Value) error {
		e := entry{at: textOf(row[0]), slug: textOf(row[1]), source: textOf(row[2]), id: row[8].Int, title: textOf(row[9])}
		if e.source == "event" {
			e.kind, e.payload = maybeText(row[3]), maybeText(row[7])
		} else {
			e.name, e.verdict, e.detail = maybeText(row[4]), maybeText(row[5]), maybeText(row[6])
		}
		e.instant, e.dated = readInstant(e.at)
		entries = append(entries, e)
		return nil
	})
	slices.SortFunc(entries, func(a, b entry) int {
		if a.dated != b.dated {
			return compareFlags(!a.dated, !b.dated)
		}
		return cmp.Or(a.instant.compare(b.instant), strings.Compare(a.source, b.source), cmp.Compare(a.id, b.id))
	})
	return entries, err
}

// table is the lane events.
func (b *board) table() *table {
	t := &table{header: []string{"at", "slug", "source", "kind", "name", "verdict", "detail", "payload"}}
	for i := range b.entries {
		e := &b.entries[i]
		t.add(&e.at, &e.slug, &e.source, e.kind, e.name, e.verdict, e.detail, e.payload)
	}
	return t
}

// persistedStreams is the lane streams: the columns as persisted.
func (s *snapshot) persistedStreams() (*table, error) {
	t := &table{header: []string{
		"slug", "title", "state", "wave", "machine_id", "seat", "model", "backend", "branch", "base", "worktree_path", "evidence_recipe",
		"merge_message", "quoted_usd", "created_at", "updated_at", "closed_at",
	}}
	err := s.rows("streams_all", query.Args{"count": int64(maxBoard)}, func(row []query.Value) error {
		cells := make([]*string, len(row))
		for i, v := range row {
			cells[i] = maybeText(v)
		}
		t.add(cells...)
		return nil
	})
	return t, err
}
