package fuzz_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/tools"
)

// FuzzArgs gives the parsers of arguments, which flags and tool arguments share, whatever text: an error is an *Error of
// invalid_argument that names the argument; what is accepted is in range, and reads back to itself.
func FuzzArgs(f *testing.F) {
	for _, text := range []string{
		"", "2026-05-14", "2026-05-14T09:12:33.120Z", "2026-05-14T09:12:33+05:30", "2026-02-30", "now", "12:00", "1778760000", "a,b", ",", "csv",
		"10000-01-01T00:00:00Z", "0000-01-01", "2026-05-14T24:00:00Z", "\xff", `{"limit": 5, "limit": 6}`, `{"Limit": 5}`, `{"limit": 5e0}`, `{"limit": null}`,
	} {
		f.Add(text, 5)
	}
	f.Add("x", 0)
	f.Add("x", -1)
	type in struct {
		Limit *int   `json:"limit,omitempty" jsonschema:"rows" minimum:"1" maximum:"500"`
		Kind  string `json:"kind,omitempty" jsonschema:"kind" enum:"a,b"`
	}
	type out struct {
		Limit int `json:"limit"`
	}
	tool, err := tools.New(tools.Descriptor{Name: "t", Title: "T", Description: "d", Annotations: tools.ReadOnly()},
		func(_ context.Context, _ tools.Call, in in) (out, error) {
			limit, err := tools.ParseLimit("limit", in.Limit, 50, 500)
			if limit < 1 || limit > 500 || in.Kind != "" && in.Kind != "a" && in.Kind != "b" {
				panic("a value out of range reached the handler")
			}
			return out{limit}, err
		})
	require.NoError(f, err)
	registry, err := tools.NewRegistry(nil, nil, tool)
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, text string, number int) {
		if at, err := tools.ParseTime("since", text); requireArgument(t, err, "since") {
			back, err := tools.ParseTime("since", at.Format(time.RFC3339Nano))
			require.NoError(t, err, "%q is %s", text, at)
			require.True(t, back.Equal(at))
			require.Equal(t, time.UTC, at.Location())
		}
		if day, err := tools.ParseDay("day", text); requireArgument(t, err, "day") {
			require.Equal(t, text, day.Format(time.DateOnly))
		}
		if limit, err := tools.ParseLimit("limit", &number, 50, 500); requireArgument(t, err, "limit") {
			require.Equal(t, number, limit)
			require.True(t, limit >= 1 && limit <= 500)
		}
		accepted := []string{"csv", "html", "md"}
		if one, err := tools.ParseOne("format", text, "", accepted); requireArgument(t, err, "format") {
			require.Contains(t, accepted, one)
		}
		if list, err := tools.ParseList("state", text, accepted); requireArgument(t, err, "state") {
			for _, word := range list {
				require.Contains(t, accepted, word)
			}
		}
		if key, err := tools.DecodeCursor("after", text, "kind", 1); requireArgument(t, err, "after") && text != "" {
			require.Len(t, key, 1)
		}
		key, err := tools.DecodeCursor("after", tools.EncodeCursor("kind", text, "x"), "kind", 2)
		require.NoError(t, err)
		require.Len(t, key, 2)
		_, err = tools.DecodeCursor("after", tools.EncodeCursor("kind", text), "other", 1)
		require.Error(t, err, "a cursor of another list")

		result, err := registry.Call(context.Background(), tools.LocalOperator(), "t", json.RawMessage(text), nil)
		require.NoError(t, err)
		require.True(t, json.Valid(result.JSON), "%s", result.JSON)
		if result.IsError {
			require.Equal(t, tools.CodeInvalidArgument, result.Code, result.Text)
		}
	})
}

// requireArgument reports whether a parser accepted; where it did not, its error must be one that a model can correct.
func requireArgument(t *testing.T, err error, argument string) bool {
	t.Helper()
	if err == nil {
		return true
	}
	var e *tools.Error
	require.True(t, errors.As(err, &e))
	require.Equal(t, tools.CodeInvalidArgument, e.Code)
	require.Equal(t, argument, e.Argument)
	require.NotEmpty(t, e.Message)
	return false
}
