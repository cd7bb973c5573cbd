package mcp

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// asking is an endpoint and what its answers are read with.
type asking struct {
	t        *testing.T
	endpoint *httptest.Server
}

func askHandler(t *testing.T, server *Server, o HTTPOptions) asking {
	t.Helper()
	o.Tokens, o.Loopback = testTokens, true
	handler, err := NewHandler(server, o)
	require.NoError(t, err)
	endpoint := httptest.NewServer(handler)
	t.Cleanup(endpoint.Close)
	return asking{t, endpoint}
}

// post sends one message with a token and, unless it is "", a session.
func (a asking) post(ctx context.Context, token, session, body string) (status int, header http.Header, text string) {
	headers := map[string]string{}
	if session != "" {
		headers["Mcp-Session-Id"] = session
	}
	return a.send(ctx, token, headers, body)
}

func (a asking) send(ctx context.Context, token string, headers map[string]string, body string) (status int, header http.Header, text string) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, a.endpoint.URL+Path, strings.NewReader(body))
	require.NoError(a.t, err)
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", "application/json")
	for name, value := range headers {
		r.Header.Set(name, value)
	}
	response, err := a.endpoint.Client().Do(r)
	if err != nil {
		return 0, nil, err.Error()
	}
	defer response.Body.Close()
	read, err := io.ReadAll(response.Body)
	require.NoError(a.t, err)
	return response.StatusCode, response.Header, string(read)
}

const (
	ping     = `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	waitCall = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"wait","arguments":{}}}`
)

// Who asks more often than its token may is told for how long to wait; other tokens do not feel it.
func TestRateOfAToken(t *testing.T) {
	server, _ := testServer(t, Options{})
	a := askHandler(t, server, HTTPOptions{Limits: Limits{PerSecond: 0.005, Burst: 2}})
	for range 2 {
		status, header, text := a.post(t.Context(), "all", "", ping)
		assert.Equal(t, http.StatusOK, status, text)
		assert.Empty(t, header.Get("Retry-After"))
	}
	status, header, text := a.post(t.Context(), "all", "", ping)
	assert.Equal(t, http.StatusTooManyRequests, status)
	assert.Regexp(t, `^(1\d\d|200)$`, header.Get("Retry-After"), "one request in 200 s")
	assert.JSONEq(t, `{"error":"too many requests with this token: wait as Retry-After says"}`, text)
	again, header, _ := a.post(t.Context(), "all", "", ping)
	assert.Equal(t, http.StatusTooManyRequests, again)
	assert.Regexp(t, `^(1\d\d|200)$`, header.Get("Retry-After"), "what was refused does not count")

	status, _, text = a.post(t.Context(), "some", "", ping)
	assert.Equal(t, http.StatusOK, status, text)
	status, _, _ = a.post(t.Context(), "nobody's", "", ping)
	assert.Equal(t, http.StatusUnauthorized, status)
}

// Who has as many requests in work as its token may is told to wait until one of them is done.
func TestRequestsInWorkOfAToken(t *testing.T) {
	server, waiting := testServer(t, Options{})
	a := askHandler(t, server, HTTPOptions{Limits: Limits{PerSecond: -1, Concurrent: 1}})
	calling, giveUp := context.WithCancel(t.Context())
	defer giveUp()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		a.post(calling, "all", "", waitCall)
	}()
	<-waiting
	status, header, _ := a.post(t.Context(), "all", "", ping)
	assert.Equal(t, http.StatusTooManyRequests, status)
	assert.Equal(t, "1", header.Get("Retry-After"))
	status, _, text := a.post(t.Context(), "some", "", ping)
	assert.Equal(t, http.StatusOK, status, text)
	giveUp()
	<-ended
	require.Eventually(t, func() bool {
		status, _, _ := a.post(t.Context(), "all", "", ping)
		return status == http.StatusOK
	}, eventually, tick, "the place of the call that was given up is free again")
}
