package mcp

import (
	"bufio"
	"context"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestGate shows that a client is answered before the gate opens, but that no call runs before.
func TestGate(t *testing.T) {
	gate := make(chan struct{})
	server, waiting := testServer(t, Options{Gate: gate})
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- server.ServeStdio(context.Background(), in, out) }()
	lines := bufio.NewScanner(fromServer)
	say := func(line string) {
		_, err := io.WriteString(toServer, line+"\n")
		require.NoError(t, err)
	}
	say(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"wait","arguments":{}}}`)
	say(`{"jsonrpc":"2.0","id":2,"method":"ping"}`)
	require.True(t, lines.Scan())
	assert.Equal(t, `{"jsonrpc":"2.0","id":2,"result":{}}`, lines.Text())
	assert.Empty(t, waiting, "the call ran before the gate opened")
	close(gate)
	<-waiting
	say(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
	require.NoError(t, toServer.Close())
	require.NoError(t, <-done)
}
