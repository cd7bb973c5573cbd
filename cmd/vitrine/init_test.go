package main

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/fixtures"
)

// built builds the program as users have it, in a folder of its own.
func built(t testing.TB) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "vitrine")
	out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput()
	require.NoError(t, err, string(out))
	return program
}

// A new user runs init beside a database. A client that is given nothing but the .mcp.json starts the command in it, from
// wherever the client runs, and reads.
func TestInitConnectsAClient(t *testing.T) {
	if testing.Short() {
		t.Skip("the program is not built in short mode")
	}
	program, folder := built(t), t.TempDir()
	require.NoError(t, fixtures.Cases(filepath.Join(folder, "shop.sqlite")))
	start := exec.Command(program, "init")
	start.Dir = folder
	out, err := start.CombinedOutput()
	require.NoError(t, err, string(out))

	text, err := os.ReadFile(filepath.Join(folder, ".mcp.json"))
	require.NoError(t, err)
	var file struct {
		Servers map[string]struct {
			Type, Command string
			Args          []string
			Env           map[string]string
		} `json:"mcpServers"`
	}
	require.NoError(t, json.Unmarshal(text, &file))
	require.Len(t, file.Servers, 1)
	server := file.Servers["vitrine"]
	assert.Equal(t, "stdio", server.Type)

	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	for _, options := range []*sdk.ClientSessionOptions{nil, {ProtocolVersion: "2025-11-25"}} {
		command := exec.Command(server.Command, server.Args...)
		command.Dir = t.TempDir()
		session, err := sdk.NewClient(&sdk.Implementation{Name: "new user", Version: "1"}, nil).Connect(ctx, &sdk.CommandTransport{Command: command}, options)
		require.NoError(t, err)
		list, err := session.ListTools(ctx, nil)
		require.NoError(t, err)
		assert.Len(t, list.Tools, 3)
		tables, err := session.CallTool(ctx, &sdk.CallToolParams{Name: "substrate_schema"})
		require.NoError(t, err)
		assert.False(t, tables.IsError)
		rows, err := session.CallTool(ctx, &sdk.CallToolParams{Name: "substrate_read", Arguments: map[string]any{"sql": "SELECT count(*) AS n FROM orders"}})
		require.NoError(t, err)
		require.False(t, rows.IsError)
		assert.Equal(t, []any{[]any{500.0}}, rows.StructuredContent.(map[string]any)["rows"])
		refused, err := session.CallTool(ctx, &sdk.CallToolParams{Name: "substrate_read", Arguments: map[string]any{"sql": "DELETE FROM orders"}})
		require.NoError(t, err)
		assert.True(t, refused.IsError)
		require.NoError(t, session.Close())
	}

	t.Run("Inspector", func(t *testing.T) { // which reads the file itself
		listed, err := node(t, clients(t), "node_modules/.bin/mcp-inspector", "--cli", "--strict", "--config", filepath.Join(folder, ".mcp.json"),
			"--server", "vitrine", "--method", "tools/list")
		require.NoError(t, err, listed)
		assert.Contains(t, listed, "substrate_read")
	})
}
