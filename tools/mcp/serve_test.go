package mcp

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// listening serves the test's tools on loopback until the test ends or end is called, which returns what ServeHTTP did.
func listening(t *testing.T, h HTTPOptions, o ServeOptions) (server *Server, waiting <-chan struct{}, address string, end func() error) {
	t.Helper()
	server, waiting = testServer(t, Options{})
	h.Tokens, h.Loopback = testTokens, true
	handler, err := NewHandler(server, h)
	require.NoError(t, err)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	o.Log = slog.New(slog.DiscardHandler)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- ServeHTTP(ctx, l, handler, o) }()
	end = func() error {
		cancel()
		err := <-ended
		ended <- err
		return err
	}
	t.Cleanup(func() { end() })
	return server, waiting, l.Addr().String(), end
}

// said is what a connection brings until the server closes it.
func said(t *testing.T, c net.Conn) string {
	t.Helper()
	require.NoError(t, c.SetReadDeadline(time.Now().Add(30*time.Second)))
	text, err := io.ReadAll(c)
	var slow net.Error
	require.False(t, err != nil && asTimeout(err, &slow), "the server holds the connection for ever")
	return string(text)
}

func asTimeout(err error, into *net.Error) bool {
	n, ok := err.(net.Error)
	*into = n
	return ok && n.Timeout()
}

// Clients that send their headers, their body or nothing at all too slowly lose the connection, and so does one that
// does not read its answer.
func TestSlowClientsLoseTheConnection(t *testing.T) {
	server, _, address, _ := listening(t, HTTPOptions{BodyTimeout: 300 * time.Millisecond},
		ServeOptions{HeaderTimeout: 2 * time.Second, AnswerTimeout: 4 * time.Second})
	dial := func() net.Conn {
		c, err := net.Dial("tcp", address)
		require.NoError(t, err)
		t.Cleanup(func() { c.Close() })
		return c
	}
	head := func(length int) string {
		return fmt.Sprintf("POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer all\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n", length)
	}
	silent, half, body := dial(), dial(), dial()
	_, err := io.WriteString(half, "POST /mcp HTTP/1.1\r\nHost: 127.0")
	require.NoError(t, err)
	_, err = io.WriteString(body, head(1000)+`{"jsonrpc"`)
	require.NoError(t, err)
	assert.Empty(t, said(t, silent))
	said(t, half)
	answer := said(t, body)
	assert.True(t, strings.HasPrefix(answer, "HTTP/1.1 400 "), answer)
	assert.Contains(t, answer, "the body cannot be read")

	// Who is refused before the body is read keeps nothing open with it either.
	for _, refused := range []struct{ from, to, status string }{
		{"Bearer all", "Bearer nobody", "401"},
		{"Host: 127.0.0.1", "Host: evil.example", "403"},
		{"POST /mcp", "POST /elsewhere", "404"},
		{"POST /mcp", "PUT /mcp", "405"},
		{"application/json", "text/plain", "415"},
		{"Content-Length: 1000", "Content-Length: 9000000", "413"},
		{"Content-Length: 1000", "Transfer-Encoding: chunked", "400"},
	} {
		c := dial()
		_, err := io.WriteString(c, strings.Replace(head(1000), refused.from, refused.to, 1)+"1")
		require.NoError(t, err)
		answer := said(t, c)
		assert.True(t, strings.HasPrefix(answer, "HTTP/1.1 "+refused.status+" "), "%s: %s", refused.to, answer)
	}

	// An answer of 16 MB is more than the kernel takes in for a client that reads nothing.
	call := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"times":1000,"text":"` + strings.Repeat("x", 8000) + `"}}}`
	deaf := dial()
	_, err = io.WriteString(deaf, head(len(call))+call)
	require.NoError(t, err)
	require.Eventually(t, func() bool {
		_, err := deaf.Write([]byte("x")) // fails once the server has closed its side
		return err != nil
	}, 40*time.Second, 50*time.Millisecond, "the server waits for a client that does not read")
	assert.Zero(t, server.waiting.Load())
}

// At the end, requests in work are finished and new ones are turned away; what takes too long is given up.
func TestDraining(t *testing.T) {
	server, waiting, address, end := listening(t, HTTPOptions{}, ServeOptions{AnswerTimeout: time.Minute, DrainTimeout: 300 * time.Millisecond})
	answered := make(chan error, 1)
	go func() {
		r, err := http.NewRequest(http.MethodPost, "http://"+address+Path, strings.NewReader(waitCall))
		if err == nil {
			r.Header.Set("Authorization", "Bearer all")
			r.Header.Set("Content-Type", "application/json")
			transport := &http.Transport{DisableKeepAlives: true}
			var response *http.Response
			if response, err = transport.RoundTrip(r); err == nil {
				response.Body.Close()
			}
		}
		answered <- err
	}()
	<-waiting
	require.NoError(t, end())
	require.Error(t, <-answered, "the call would never have ended")
	require.Eventually(t, func() bool { return server.waiting.Load() == 0 }, eventually, tick, "the call goes on when the server has ended")
	_, err := net.Dial("tcp", address)
	assert.Error(t, err)
}
