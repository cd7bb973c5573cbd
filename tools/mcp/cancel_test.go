package mcp

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	eventually = 30 * time.Second
	tick       = 5 * time.Millisecond
)

// running are the calls of a server that somebody could cancel, and those among them that somebody did.
func running(s *Server) (flying, cancelled int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, calls := range s.flights {
		for _, call := range calls {
			flying++
			if call.cancelled.Load() {
				cancelled++
			}
		}
	}
	return flying, cancelled
}

// A legacy client cancels by another POST. Only the token and session that made a call reach it: not another token
// with the same session and id, not the same token in another session or without one, and not another id.
func TestWhoCancelsOverHTTP(t *testing.T) {
	server, waiting := testServer(t, Options{})
	a := askHandler(t, server, HTTPOptions{})
	session := func(token string) string {
		status, header, text := a.post(t.Context(), token, "", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{}}}`)
		require.Equal(t, http.StatusOK, status, text)
		require.NotEmpty(t, header.Get("Mcp-Session-Id"))
		return header.Get("Mcp-Session-Id")
	}
	mine, other := session("all"), session("all")
	require.NotEqual(t, mine, other)

	answered := make(chan string, 1)
	go func() {
		_, _, text := a.post(t.Context(), "all", mine, waitCall)
		answered <- text
	}()
	<-waiting
	cancel := func(token, session, id string) {
		status, _, text := a.post(t.Context(), token, session, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":`+id+`}}`)
		assert.Equal(t, http.StatusAccepted, status)
		assert.Empty(t, text)
	}
	cancel("some", mine, "7")
	cancel("some", "", "7")
	cancel("all", other, "7")
	cancel("all", "", "7")
	cancel("all", mine, `"7"`)
	cancel("all", mine, "8")
	status, _, _ := a.post(t.Context(), "nobody's", mine, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`)
	assert.Equal(t, http.StatusUnauthorized, status)
	flying, cancelled := running(server)
	assert.Equal(t, 1, flying)
	assert.Zero(t, cancelled, "somebody else cancelled the call")
	assert.Empty(t, answered)

	cancel("all", mine, "7")
	select {
	case text := <-answered:
		assert.Contains(t, text, `"id":7,"result":`, "the socket is still open, so it is answered")
		assert.Contains(t, text, `"isError":true`)
		assert.Contains(t, text, "cancelled")
	case <-time.After(eventually):
		t.Fatal("the call goes on")
	}
	flying, _ = running(server)
	assert.Zero(t, flying)
}

// A client that hangs up cancels its call, in either era.
func TestHangingUpCancels(t *testing.T) {
	server, waiting := testServer(t, Options{})
	a := askHandler(t, server, HTTPOptions{})
	for _, c := range []struct {
		headers map[string]string
		body    string
	}{
		{nil, waitCall},
		{
			map[string]string{"MCP-Protocol-Version": versionModern, "Mcp-Method": "tools/call", "Mcp-Name": "wait"},
			`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"wait","arguments":{},"_meta":{"` +
				metaVersion + `":"` + versionModern + `","` + metaCapabilities + `":{}}}}`,
		},
	} {
		calling, hangUp := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			a.send(calling, "all", c.headers, c.body)
		}()
		<-waiting
		assert.EqualValues(t, 1, server.waiting.Load())
		hangUp()
		<-ended
		require.Eventually(t, func() bool { return server.waiting.Load() == 0 }, eventually, tick, "the call goes on behind the client's back")
	}
}
