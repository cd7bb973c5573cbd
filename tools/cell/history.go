package cell

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"

	"vitrine/guard"
	"vitrine/query"
	"vitrine/query/encode"
	"vitrine/tools"
)

// Rows come out as the database holds them: SQLite lets any column hold any value, so each is encoded as exactly as
// substrate_read would.

type directive struct {
	ID              json.RawMessage `json:"id"`
	DirectiveSHA256 json.RawMessage `json:"directive_sha256"`
	ReceivedAt      json.RawMessage `json:"received_at"`
	Operator        json.RawMessage `json:"operator"`
	Kind            json.RawMessage `json:"kind"`
	DirectiveType   json.RawMessage `json:"directive_type"`
	Body            json.RawMessage `json:"body"`
	TauBlock        json.RawMessage `json:"tau_block"`
}

type response struct {
	ID              json.RawMessage `json:"id"`
	DirectiveSHA256 json.RawMessage `json:"directive_sha256"`
	RespondedAt     json.RawMessage `json:"responded_at"`
	Channel         json.RawMessage `json:"channel"`
	Body            json.RawMessage `json:"body"`
	WitnessSHA256   json.RawMessage `json:"witness_sha256"`
}

func exact(v *query.Value) json.RawMessage { return encode.AppendJSON(nil, v) }

// list is what every list of the cell tells beside its rows.
type list struct {
	TotalCount int64          `json:"total_count" jsonschema:"how many match, before the limit"`
	NextAfter  *string        `json:"next_after" jsonschema:"give it as after for the next page; null at the end"`
	Notices    []guard.Notice `json:"notices"`
}

// page reads one page of a list, whose statement ends each row with the instant of its key, and whose first column is
// the row's id.
type page struct {
	kind              string // of the cursor, its filters included
	stmt, total       fixed
	args              query.Args
	limit             int
	after             string
	visit             func(row []query.Value)
	afterMS, afterRow any
}

func (p *page) cursor() error {
	key, err := tools.DecodeCursor("after", p.after, p.kind, 2)
	if err != nil || key == nil {
		return err
	}
	ms, errMS := strconv.ParseInt(key[0], 10, 64)
	row, errRow := strconv.ParseInt(key[1], 10, 64)
	if errMS != nil || errRow != nil {
		return tools.BadArgument("after", p.after, "the next_after of an earlier answer", nil)
	}
	p.afterMS, p.afterRow = ms, row
	return nil
}

func (c *cell) page(ctx context.Context, p page) (list, error) {
	var out list
	if err := p.cursor(); err != nil {
		return out, err
	}
	err := c.snapshot(ctx, func(s *query.Snapshot) error {
		var err error
		if out.TotalCount, err = count(s, p.total, p.args); err != nil {
			return err
		}
		args := query.Args{"rows": int64(p.limit + 1), "after_ms": p.afterMS, "after_row": p.afterRow}
		for name, value := range p.args {
			args[name] = value
		}
		given, more := 0, false
		var ms, row int64
		cut, notices, err := run(s, p.stmt, args, func(values []query.Value) {
			if given == p.limit {
				more = true
				return
			}
			given++
			ms, row = values[len(values)-1].Int, values[0].Int
			p.visit(values)
		})
		if err != nil {
			return err
		}
		out.Notices = notices
		if (more || cut != "") && given > 0 {
			next := tools.EncodeCursor(p.kind, strconv.FormatInt(ms, 10), strconv.FormatInt(row, 10))
			out.NextAfter = &next
		}
		return nil
	})
	return out, err
}

// kinds are the values that the schema's own CHECK lets user_directives.kind have.
var kinds = []string{"inquiry", "directive", "mixed"}

type directiveHistoryIn struct {
	Since string `json:"since,omitempty" jsonschema:"received at or after: RFC 3339 or YYYY-MM-DD"`
	Until string `json:"until,omitempty" jsonschema:"received before: RFC 3339 or YYYY-MM-DD"`
	Kind  string `json:"kind,omitempty" jsonschema:"only of this kind" enum:"inquiry,directive,mixed"`
	Limit *int   `json:"limit,omitempty" jsonschema:"rows of a page" minimum:"1" maximum:"500" default:"50"`
	After string `json:"after,omitempty" jsonschema:"next_after of the page before"`
}

type directiveHistoryOut struct {
	Since      *string     `json:"since"`
	Until      *string     `json:"until"`
	Directives []directive `json:"directives"`
	list
}

func (c *cell) directiveHistory(ctx context.Context, call tools.Call, in directiveHistoryIn) (directiveHistoryOut, error) {
	var out directiveHistoryOut
	limit, err := tools.ParseLimit("limit", in.Limit, 50, 500)
	if err != nil {
		return out, err
	}
	args := query.Args{"since": nil, "until": nil, "kind": nil}
	for name, side := range map[string]struct {
		given    string
		resolved **string
	}{"since": {in.Since, &out.Since}, "until": {in.Until, &out.Until}} {
		if side.given == "" {
			continue
		}
		t, err := tools.ParseTime(name, side.given)
		if err != nil {
			return out, err
		}
		text := formatMillis(t.UnixMilli())
		args[name], *side.resolved = t.UnixMilli(), &text
	}
	if in.Kind != "" {
		if args["kind"], err = tools.ParseOne("kind", in.Kind, "", kinds); err != nil {
			return out, err
		}
	}
	call.Account.Source = c.Substrate.Source().Name()
	out.list, err = c.page(ctx, page{
		kind: strings.Join([]string{"directive_history", in.Since, in.Until, in.Kind}, "\x00"), after: in.After, limit: limit,
		stmt: c.statements.directives, total: c.statements.directivesTotal, args: args,
		visit: func(v []query.Value) {
			out.Directives = append(out.Directives, directive{
				exact(&v[0]), exact(&v[1]), exact(&v[2]), exact(&v[3]), exact(&v[4]), exact(&v[5]), exact(&v[6]), exact(&v[7]),
			})
		},
	})
	call.Account.Rows = len(out.Directives)
	return out, err
}

type responseTailIn struct {
	DirectiveSHA256 string `json:"directive_sha256,omitempty" jsonschema:"only to this directive: 64 hex digits"`
	Limit           *int   `json:"limit,omitempty" jsonschema:"rows of a page" minimum:"1" maximum:"200" default:"20"`
	After           string `json:"after,omitempty" jsonschema:"next_after of the page before"`
}

// Check implements tools.Checker.
func (in *responseTailIn) Check() error {
	if in.DirectiveSHA256 == "" {
		return nil
	}
	_, err := parseSHA256(in.DirectiveSHA256)
	return err
}

type responseTailOut struct {
	Responses []response `json:"responses"`
	list
}

func (c *cell) responseTail(ctx context.Context, call tools.Call, in responseTailIn) (responseTailOut, error) {
	var out responseTailOut
	limit, err := tools.ParseLimit("limit", in.Limit, 20, 200)
	if err != nil {
		return out, err
	}
	args := query.Args{"sha": nil}
	if in.DirectiveSHA256 != "" {
		if args["sha"], err = parseSHA256(in.DirectiveSHA256); err != nil {
			return out, err
		}
	}
	call.Account.Source = c.Substrate.Source().Name()
	out.list, err = c.page(ctx, page{
		kind: "franklin_response_tail\x00" + strings.ToLower(in.DirectiveSHA256), after: in.After, limit: limit,
		stmt: c.statements.responses, total: c.statements.responsesTotal, args: args,
		visit: func(v []query.Value) {
			out.Responses = append(out.Responses, response{
				exact(&v[0]), exact(&v[1]), exact(&v[2]), exact(&v[3]), exact(&v[4]), exact(&v[5]),
			})
		},
	})
	call.Account.Rows = len(out.Responses)
	return out, err
}
