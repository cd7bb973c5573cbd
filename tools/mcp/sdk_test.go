package mcp

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

// serveStdioVariable makes the test binary serve the test's tools on stdio, and do nothing else.
const serveStdioVariable = "VITRINE_TEST_SERVE_STDIO"

func TestMain(m *testing.M) {
	if os.Getenv(serveStdioVariable) != "" {
		slog.SetDefault(slog.New(slog.DiscardHandler))
		server, _ := testServer(panics{}, Options{})
		if err := server.ServeStdio(context.Background(), os.Stdin, os.Stdout); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// panics stands in for a test where there is none.
type panics struct{ testing.TB }

func (panics) Helper()                   {}
func (panics) Errorf(f string, a ...any) { panic(f) }
func (panics) FailNow()                  { panic("failed") }

// bearer adds a token to every request.
type bearer struct{ token string }

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+b.token)
	return http.DefaultTransport.RoundTrip(r)
}

// TestGoSDK drives the server with the official Go SDK's client, in both eras and on both transports.
func TestGoSDK(t *testing.T) {
	server, waiting := testServer(t, Options{})
	handler, err := NewHandler(server, HTTPOptions{Tokens: testTokens, Loopback: true})
	require.NoError(t, err)
	endpoint := httptest.NewServer(handler)
	t.Cleanup(endpoint.Close)
	overHTTP := func(token string) sdk.Transport {
		return &sdk.StreamableClientTransport{Endpoint: endpoint.URL + Path, HTTPClient: &http.Client{Transport: bearer{token}}, MaxRetries: -1}
	}
	overStdio := func(string) sdk.Transport {
		command := exec.Command(os.Args[0])
		command.Env = append(os.Environ(), serveStdioVariable+"=1")
		return &sdk.CommandTransport{Command: command}
	}
	legacy := &sdk.ClientSessionOptions{ProtocolVersion: versionLegacy}
	for name, c := range map[string]struct {
		transport func(token string) sdk.Transport
		options   *sdk.ClientSessionOptions
		version   string
		http      bool
	}{
		"http modern":  {overHTTP, nil, versionModern, true},
		"http legacy":  {overHTTP, legacy, versionLegacy, true},
		"stdio modern": {overStdio, nil, versionModern, false},
		"stdio legacy": {overStdio, legacy, versionLegacy, false},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
			defer cancel()
			connect := func(token string) *sdk.ClientSession {
				session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(ctx, c.transport(token), c.options)
				require.NoError(t, err)
				t.Cleanup(func() { session.Close() })
				return session
			}
			session := connect("all")
			assert.Equal(t, c.version, session.InitializeResult().ProtocolVersion)
			assert.Equal(t, "vitrine", session.InitializeResult().ServerInfo.Name)

			list, err := session.ListTools(ctx, nil)
			require.NoError(t, err)
			assert.Len(t, list.Tools, 5)

			result, err := session.CallTool(ctx, &sdk.CallToolParams{Name: "echo", Arguments: map[string]any{"text": "hi"}})
			require.NoError(t, err)
			assert.False(t, result.IsError)
			assert.Equal(t, map[string]any{"contract_version": 4.0, "text": "hi"}, result.StructuredContent)

			result, err = session.CallTool(ctx, &sdk.CallToolParams{Name: "refused"})
			require.NoError(t, err)
			require.True(t, result.IsError)
			assert.Contains(t, result.Content[0].(*sdk.TextContent).Text, "statement_not_allowed")

			_, err = session.CallTool(ctx, &sdk.CallToolParams{Name: "ecko"})
			require.ErrorContains(t, err, `unknown tool "ecko": there are echo, refused, wait, spend, csv`)

			calling, giveUp := context.WithCancel(ctx)
			if c.http {
				go func() { <-waiting; giveUp() }()
			} else {
				time.AfterFunc(200*time.Millisecond, giveUp)
			}
			_, err = session.CallTool(calling, &sdk.CallToolParams{Name: "wait"})
			require.ErrorIs(t, err, context.Canceled)
			require.Eventually(t, func() bool { return server.waiting.Load() == 0 }, eventually, tick, "the call goes on behind the client's back")
			_, err = session.CallTool(ctx, &sdk.CallToolParams{Name: "echo", Arguments: map[string]any{"text": "still here"}})
			require.NoError(t, err)

			if !c.http {
				return
			}
			some := connect("some")
			list, err = some.ListTools(ctx, nil)
			require.NoError(t, err)
			assert.Len(t, list.Tools, 4, "only what the token may call")
			_, err = some.CallTool(ctx, &sdk.CallToolParams{Name: "spend"})
			require.Error(t, err, "a scope is missing")
			_, err = sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(ctx, c.transport("wrong"), c.options)
			require.Error(t, err)
			assert.True(t, strings.Contains(err.Error(), "401") || strings.Contains(strings.ToLower(err.Error()), "unauthorized"), err)
			assert.False(t, errors.Is(err, context.DeadlineExceeded))
		})
	}
}
