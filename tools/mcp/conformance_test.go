package mcp

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/tools"
)

// fixtureTools are the tools that the conformance suite asks of a server under test. They return what no tool of ours
// does, so they only exist here, behind the same dispatcher.
func fixtureTools(t *testing.T) []*tools.Tool {
	const (
		pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
		sound = "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA="
	)
	image := `{"type":"image","data":"` + pixel + `","mimeType":"image/png"}`
	embedded := `{"type":"resource","resource":{"uri":"test://embedded-resource","mimeType":"text/plain","text":"This is an embedded resource content."}}`
	fixture := func(name, content string, failed bool) *tools.Tool {
		d := tools.Descriptor{Name: name, Title: name, Description: "A fixture of the conformance suite.", Annotations: tools.ReadOnly()}
		tool, err := tools.NewRaw[nothing, nothing](d, func(context.Context, tools.Call, nothing) (*tools.Result, error) {
			return &tools.Result{Content: json.RawMessage("[" + content + "]"), IsError: failed}, nil
		})
		require.NoError(t, err)
		tool.Output = nil
		return tool
	}
	text := func(s string) string { return `{"type":"text","text":"` + s + `"}` }
	return []*tools.Tool{
		fixture("test_simple_text", text("This is a simple text response for testing."), false),
		fixture("test_image_content", image, false),
		fixture("test_audio_content", `{"type":"audio","data":"`+sound+`","mimeType":"audio/wav"}`, false),
		fixture("test_embedded_resource", embedded, false),
		fixture("test_multiple_content_types", text("Multiple content types test:")+","+image+
			`,{"type":"resource","resource":{"uri":"test://mixed-content-resource","mimeType":"application/json","text":"{\"test\":\"data\",\"value\":123}"}}`, false),
		fixture("test_error_handling", text("This tool intentionally returns an error for testing"), true),
		fixture("test_missing_capability", text("only with sampling"), false),
		fixture("test_streaming_elicitation", text("nothing to ask"), false),
		fixture("test_logging_tool", text("nothing to log"), false),
	}
}

// TestServerStateless runs the suite's scenario of the stateless revision against the dispatcher with the fixture tools:
// every check must pass. The client's folder is the one that cmd/vitrine's tests install.
func TestServerStateless(t *testing.T) {
	if testing.Short() {
		t.Skip("the conformance suite is not run in short mode")
	}
	npx, err := exec.LookPath("npx")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("npx is needed for the conformance suite: make setup installs it")
		}
		t.Skip("npx is not installed: the conformance suite is not run")
	}
	registry, err := tools.NewRegistry(nil, nil, fixtureTools(t)...)
	require.NoError(t, err)
	server := NewServer(registry, Options{})
	server.needs = map[string]string{"test_missing_capability": "sampling"}
	handler, err := NewHandler(server, HTTPOptions{Loopback: true, Anonymous: &tools.Caller{Name: "anonymous", Classes: tools.Classes()}})
	require.NoError(t, err)
	endpoint := httptest.NewServer(handler)
	defer endpoint.Close()

	suite := exec.CommandContext(t.Context(), npx, "-y", "-p", "node@22.23.3", "-p", "@modelcontextprotocol/conformance@0.2.0-alpha.12",
		"conformance", "server", "--url", endpoint.URL+Path, "--scenario", "server-stateless", "--spec-version", versionModern, "-o", t.TempDir())
	suite.Dir = t.TempDir()
	out, err := suite.CombinedOutput()
	require.NoError(t, err, string(out))
	passed := regexp.MustCompile(`(?i)passed:?\s*(\d+)/(\d+)`).FindStringSubmatch(string(out))
	require.NotNil(t, passed, string(out))
	assert.Equal(t, passed[1], passed[2], string(out))
	t.Log(passed[0])
}
