package mcp

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/guard"
	"vitrine/query"
	"vitrine/tools"
)

// The tools that the tests of the wire call. Each is small and has one thing to show.

type echoIn struct {
	Text  string `json:"text" jsonschema:"what comes back"`
	Times *int   `json:"times,omitempty" jsonschema:"how often" minimum:"1" maximum:"1000" default:"1"`
}

type echoOut struct {
	Text string `json:"text"`
}

type nothing struct{}

type waitIn struct {
	Steps int `json:"steps,omitempty" jsonschema:"progress steps to tell first"`
}

func made(t testing.TB) func(*tools.Tool, error) *tools.Tool {
	return func(tool *tools.Tool, err error) *tools.Tool {
		t.Helper()
		require.NoError(t, err)
		return tool
	}
}

func testTools(t testing.TB, waiting chan<- struct{}) []*tools.Tool {
	must := made(t)
	describe := func(name, title string, classes ...tools.Class) tools.Descriptor {
		return tools.Descriptor{Name: name, Title: title, Description: title + ", for tests.", Annotations: tools.ReadOnly(), Classes: classes}
	}
	return []*tools.Tool{
		must(tools.New(describe("echo", "Echo"), func(_ context.Context, _ tools.Call, in echoIn) (echoOut, error) {
			times := 1
			if in.Times != nil {
				times = *in.Times
			}
			return echoOut{strings.Repeat(in.Text, times)}, nil
		})),
		must(tools.New(describe("refused", "Refused"), func(context.Context, tools.Call, nothing) (nothing, error) {
			return nothing{}, &guard.Refusal{Code: guard.StatementNotAllowed, Message: "DELETE is not allowed: one SELECT is", Hint: "ask with SELECT", Line: 1, Column: 1}
		})),
		must(tools.New(describe("wait", "Wait"), func(ctx context.Context, c tools.Call, in waitIn) (nothing, error) {
			for i := range in.Steps {
				c.Progress(float64(i+1), "step")
			}
			if in.Steps > 0 {
				return nothing{}, nil
			}
			if waiting != nil {
				waiting <- struct{}{}
			}
			<-ctx.Done()
			return nothing{}, &query.Error{Code: query.CodeCancelled, Message: "the call was cancelled"}
		})),
		must(tools.New(describe("spend", "Spend", tools.ClassStreamState, tools.ClassCostData), func(context.Context, tools.Call, nothing) (nothing, error) {
			return nothing{}, nil
		})),
		must(tools.NewRaw[nothing, nothing](describe("csv", "CSV"), func(context.Context, tools.Call, nothing) (*tools.Result, error) {
			return &tools.Result{JSON: json.RawMessage("{\n\"contract_version\": 4}"), Text: "a,b\n\"1\",\x012\n"}, nil
		})),
	}
}

func testServer(t testing.TB, o Options) (*Server, chan struct{}) {
	t.Helper()
	waiting := make(chan struct{}, 64)
	registry, err := tools.NewRegistry(func() time.Time { return time.Unix(0, 0) }, nil, testTools(t, waiting)...)
	require.NoError(t, err)
	o.Version = "test"
	o.Instructions = "Ask."
	return NewServer(registry, o), waiting
}
