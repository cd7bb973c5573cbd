package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/tools"
)

var update = flag.Bool("update", false, "write what the server says into the transcripts")

// TestTranscripts plays the conversations in testdata and compares what the server says. A transcript has prose on top
// and one or more files: stdio, with lines to the server (→) and from it (←), where →~ sends a call that is not waited
// for; and http, with requests and answers between lines of ===.
func TestTranscripts(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			require.NoError(t, err)
			for i, file := range archive.Files {
				var played string
				switch {
				case strings.HasPrefix(file.Name, "stdio"):
					played = playStdio(t, string(file.Data))
				case strings.HasPrefix(file.Name, "http"):
					played = playHTTP(t, string(file.Data))
				default:
					t.Fatalf("no player for %s", file.Name)
				}
				if *update {
					archive.Files[i].Data = []byte(played)
					continue
				}
				assert.Equal(t, string(file.Data), played, file.Name)
			}
			if *update {
				require.NoError(t, os.WriteFile(path, txtar.Format(archive), 0o644))
			}
		})
	}
}

var (
	iconData  = regexp.MustCompile(`data:image/svg\+xml;base64,[^"]*`)
	sessionID = regexp.MustCompile(`[A-Z2-7]{26}`)
)

func tidy(s string) string {
	return sessionID.ReplaceAllString(iconData.ReplaceAllString(s, "data:…"), "SESSION")
}

// playStdio sends the → lines of a conversation, one after the other, and returns it with the answers.
func playStdio(t *testing.T, conversation string) string {
	server, waiting := testServer(t, Options{})
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- server.ServeStdio(context.Background(), in, out)
		out.Close()
	}()
	lines := make(chan string, 64)
	go func() {
		defer close(lines)
		scanner := bufio.NewScanner(fromServer)
		scanner.Buffer(nil, MaxMessage)
		for scanner.Scan() {
			lines <- scanner.Text()
		}
	}()
	var played strings.Builder
	syncs := 0
	for line := range strings.Lines(conversation) {
		line = strings.TrimSuffix(line, "\n")
		sent, isSend := strings.CutPrefix(line, "→")
		if !isSend {
			if !strings.HasPrefix(line, "←") {
				fmt.Fprintln(&played, line)
			}
			continue
		}
		fmt.Fprintln(&played, line)
		sent, hold := strings.CutPrefix(sent, "~")
		_, err := fmt.Fprintf(toServer, "%s\n", strings.TrimPrefix(sent, " "))
		require.NoError(t, err)
		if hold {
			<-waiting
			continue
		}
		// Behind each line a ping: what comes before its answer, and the answer to a call, is the answer to the line.
		syncs++
		mark := fmt.Sprintf(`"sync %d"`, syncs)
		_, err = fmt.Fprintf(toServer, `{"jsonrpc":"2.0","id":%s,"method":"ping"}`+"\n", mark)
		require.NoError(t, err)
		wanted := callIDs(sent)
		for synced := false; !synced || len(wanted) > 0; {
			said, open := <-lines
			require.True(t, open, "the server ended early")
			if strings.Contains(said, mark) {
				synced = true
				continue
			}
			for id := range wanted {
				if strings.Contains(said, `"id":`+id) {
					delete(wanted, id)
				}
			}
			fmt.Fprintln(&played, "← "+tidy(said))
		}
	}
	require.NoError(t, toServer.Close())
	for said := range lines {
		fmt.Fprintln(&played, "← "+tidy(said))
	}
	select {
	case err := <-done:
		require.NoError(t, err)
	case <-time.After(eventually):
		t.Fatal("the server did not end behind the end of its input")
	}
	return played.String()
}

// callIDs returns the ids of the calls in a line, which may be a batch: their answers come when they are done.
func callIDs(line string) map[string]bool {
	ids := map[string]bool{}
	var one struct {
		ID     json.RawMessage
		Method string
	}
	many := []json.RawMessage{json.RawMessage(line)}
	_ = json.Unmarshal([]byte(line), &many)
	for _, raw := range many {
		one.ID = nil
		if json.Unmarshal(raw, &one) == nil && one.ID != nil && string(one.ID) != "null" && one.Method == "tools/call" {
			ids[string(one.ID)] = true
		}
	}
	return ids
}

// tokens are the callers of the HTTP transcripts.
type tokens map[string]tools.Caller

func (m tokens) Authenticate(secret string) (tools.Caller, bool) {
	c, ok := m[secret]
	return c, ok
}

var testTokens = tokens{
	"all":  {Name: "all", Classes: tools.Classes(), Redact: true},
	"some": {Name: "some", Classes: []tools.Class{tools.ClassStreamState}, Redact: true},
}

// playHTTP sends each request and returns the conversation with the answers. A request is its request line, headers, an
// empty line and a body; Host, Content-Type and the token of "all" are put in where the request does not name them.
func playHTTP(t *testing.T, conversation string) string {
	server, _ := testServer(t, Options{})
	handler, err := NewHandler(server, HTTPOptions{Tokens: testTokens, Loopback: true, Origins: []string{"https://app.example"}, Head: func() string { return "HEAD" }})
	require.NoError(t, err)
	parts := strings.Split(conversation, "===\n")
	var played strings.Builder
	for i := 0; i+1 < len(parts); i += 2 {
		request := parts[i]
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, readRequest(t, request))
		fmt.Fprintf(&played, "%s===\n%s===\n", request, answerText(recorder.Result()))
	}
	return played.String()
}

func readRequest(t *testing.T, text string) *http.Request {
	for strings.HasPrefix(text, "#") {
		_, text, _ = strings.Cut(text, "\n")
	}
	head, body, _ := strings.Cut(text, "\n\n")
	body = strings.TrimSuffix(body, "\n")
	if size, ok := strings.CutPrefix(body, "BYTES "); ok {
		var n int
		_, err := fmt.Sscan(size, &n)
		require.NoError(t, err)
		body = strings.Repeat(" ", n)
	}
	line, headers, _ := strings.Cut(strings.TrimSuffix(head, "\n"), "\n")
	method, path, _ := strings.Cut(line, " ")
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Host = "127.0.0.1:8765"
	for header := range strings.Lines(headers) {
		name, value, _ := strings.Cut(strings.TrimSuffix(header, "\n"), ":")
		value = strings.TrimSpace(value)
		if name == "Host" {
			r.Host = value
		} else if value != "(none)" {
			r.Header.Add(name, value)
		}
	}
	if !strings.Contains(headers, "Authorization:") {
		r.Header.Set("Authorization", "Bearer all")
	}
	if method == http.MethodPost && !strings.Contains(headers, "Content-Type:") {
		r.Header.Set("Content-Type", "application/json")
	}
	return r
}

func answerText(r *http.Response) string {
	var b bytes.Buffer
	fmt.Fprintln(&b, r.StatusCode)
	for _, name := range []string{"Allow", "WWW-Authenticate", "Mcp-Session-Id", "Retry-After"} {
		if value := r.Header.Get(name); value != "" {
			fmt.Fprintf(&b, "%s: %s\n", name, value)
		}
	}
	body, _ := io.ReadAll(r.Body)
	if len(body) > 0 {
		fmt.Fprintf(&b, "\n%s\n", bytes.TrimSuffix(body, []byte("\n")))
	}
	return tidy(b.String())
}
