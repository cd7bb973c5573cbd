package fleet

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"vitrine/query"
	"vitrine/tools"
)

// The limits of capture_list.
const (
	captureLimit    = 50
	maxCaptureLimit = 500
)

type captureIn struct {
	ID int64 `json:"id" jsonschema:"the id of a capture"`
}

type capturesIn struct {
	Stream string `json:"stream,omitempty" jsonschema:"only the captures of this stream"`
	Limit  *int   `json:"limit,omitempty" jsonschema:"most captures to return" minimum:"1" maximum:"500" default:"50"`
	After  string `json:"after,omitempty" jsonschema:"next_after of an earlier answer to the same question"`
}

// Check implements tools.Checker.
func (in *capturesIn) Check() error {
	if _, err := tools.ParseLimit("limit", in.Limit, captureLimit, maxCaptureLimit); err != nil {
		return err
	}
	_, err := in.after()
	return err
}

// after is the id behind which the page begins.
func (in *capturesIn) after() (int64, error) {
	key, err := tools.DecodeCursor("after", in.After, in.kind(), 1)
	if err != nil || key == nil {
		return math.MinInt64, err
	}
	id, err := strconv.ParseInt(key[0], 10, 64)
	if err != nil {
		return 0, tools.BadArgument("after", in.After, "the next_after of an earlier answer", nil)
	}
	return id, nil
}

func (in *capturesIn) kind() string { return "capture_list|" + in.Stream }

// Custody is how far an artifact has come on its way: captured, signed, stored, acknowledged.
type Custody struct {
	Captured   *string  `json:"captured"`
	Signed     *string  `json:"signed"`
	Stored     *string  `json:"stored"`
	Acked      *string  `json:"acked"`
	Complete   bool     `json:"complete"`
	Missing    []string `json:"missing" jsonschema:"the steps not yet proven"`
	OutOfOrder bool     `json:"out_of_order,omitempty" jsonschema:"a step came before one that must stand before it"`
}

// custodyOf judges the four steps. A step is proven by a time that can be read; one that is proven while a step before
// it is missing, or with an earlier time, is out of order.
func custodyOf(steps [4]*string) Custody {
	c := Custody{Captured: steps[0], Signed: steps[1], Stored: steps[2], Acked: steps[3], Missing: []string{}}
	var last instant
	for i, name := range []string{"captured", "signed", "stored", "acked"} {
		var at instant
		proven := false
		if steps[i] != nil {
			at, proven = readInstant(*steps[i])
		}
		if !proven {
			c.Missing = append(c.Missing, name)
			continue
		}
		if len(c.Missing) > 0 || i > 0 && at.compare(last) < 0 {
			c.OutOfOrder = true
		}
		last = at
	}
	c.Complete = len(c.Missing) == 0
	return c
}

// Capture is one captured artifact.
type Capture struct {
	ID         int64   `json:"id"`
	Slug       string  `json:"slug"`
	CapturedAt string  `json:"captured_at"`
	SHA256     string  `json:"sha256"`
	Bytes      int64   `json:"bytes"`
	SignedAt   *string `json:"signed_at"`
	Signer     string  `json:"signer"`
	StoredAt   *string `json:"stored_at"`
	StorePath  string  `json:"store_path"`
	AckedAt    *string `json:"acked_at"`
	AckID      string  `json:"ack_id"`
	Custody    Custody `json:"custody"`
}

func captureOf(row []query.Value) Capture {
	return Capture{
		ID: row[0].Int, Slug: textOf(row[1]), CapturedAt: textOf(row[2]), SHA256: textOf(row[3]), Bytes: whole(row[4]),
		SignedAt: maybeText(row[5]), Signer: textOf(row[6]), StoredAt: maybeText(row[7]), StorePath: textOf(row[8]),
		AckedAt: maybeText(row[9]), AckID: textOf(row[10]),
		Custody: custodyOf([4]*string{maybeText(row[2]), maybeText(row[5]), maybeText(row[7]), maybeText(row[9])}),
	}
}

// CaptureShow is the result of capture_show.
type CaptureShow struct {
	AsOf string `json:"as_of_ts"`
	Capture
}

func (r *record) captureShow(ctx context.Context, c tools.Call, in captureIn) (CaptureShow, error) {
	out := CaptureShow{AsOf: asOf(c)}
	err := r.read(ctx, func(s *snapshot) error {
		found := false
		err := s.rows("capture", query.Args{"id": in.ID}, func(row []query.Value) error {
			found = true
			out.Capture = captureOf(row)
			return nil
		})
		if err == nil && !found {
			return &tools.Error{
				Code: tools.CodeUnknownCapture, Argument: "id", Given: fmt.Sprint(in.ID),
				Message: fmt.Sprintf("there is no capture %d", in.ID), Hint: "capture_list lists the captures",
			}
		}
		return err
	})
	c.Account.Rows = 1
	return out, err
}

// CaptureList is the result of capture_list.
type CaptureList struct {
	AsOf       string    `json:"as_of_ts"`
	TotalCount int64     `json:"total_count" jsonschema:"captures that match, before limit"`
	Captures   []Capture `json:"captures" jsonschema:"by id"`
	NextAfter  *string   `json:"next_after" jsonschema:"give it as after for the next page; null where none follows"`
}

func (r *record) captureList(ctx context.Context, c tools.Call, in capturesIn) (CaptureList, error) {
	out := CaptureList{AsOf: asOf(c)}
	limit, err := tools.ParseLimit("limit", in.Limit, captureLimit, maxCaptureLimit)
	if err != nil {
		return out, err
	}
	after, err := in.after()
	if err != nil {
		return out, err
	}
	err = r.read(ctx, func(s *snapshot) error {
		page, count := "captures", "captures_count"
		args, all := query.Args{"after": after, "count": int64(limit) + 1}, query.Args{}
		if in.Stream != "" {
			page, count = "captures_of", "captures_count_of"
			args["stream"], all["stream"] = in.Stream, in.Stream
		}
		var err error
		if out.TotalCount, err = s.number(count, all); err != nil {
			return err
		}
		if in.Stream != "" && out.TotalCount == 0 {
			if err := s.known(c.Caller, "stream", []string{in.Stream}); err != nil {
				return err
			}
		}
		return s.rows(page, args, func(row []query.Value) error {
			if len(out.Captures) == limit {
				next := tools.EncodeCursor(in.kind(), fmt.Sprint(out.Captures[limit-1].ID))
				out.NextAfter = &next
				return nil
			}
			out.Captures = append(out.Captures, captureOf(row))
			return nil
		})
	})
	c.Account.Rows = len(out.Captures)
	return out, err
}
