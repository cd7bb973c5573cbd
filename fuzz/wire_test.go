package fuzz_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"vitrine/fixtures"
	"vitrine/tools"
	"vitrine/tools/config"
	"vitrine/tools/gateway"
	"vitrine/tools/mcp"
	"vitrine/tools/redact"
)

// wire is a server of the generic tools on a database of the cases, made once for a fuzzing process.
func wire(f *testing.F) (server *mcp.Server, database string) {
	f.Helper()
	database = filepath.Join(f.TempDir(), "cases.sqlite")
	require.NoError(f, fixtures.Cases(database))
	c, err := config.Resolve(config.Flags{DB: []string{"shop=" + database}})
	require.NoError(f, err)
	g, err := gateway.Open(c, gateway.Options{})
	require.NoError(f, err)
	f.Cleanup(func() { g.Close() })
	return mcp.NewServer(g.Registry(), mcp.Options{}), database
}

// messages are seeds for everything that reads messages: both eras, batches, what is nearly right, what is not.
var messages = []string{
	`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{}}}`,
	`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
	`{"jsonrpc":"2.0","id":"a","method":"tools/list","params":{"cursor":"x"}}`,
	`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"substrate_read","arguments":{"sql":"SELECT 1"}}}`,
	`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"substrate_read","arguments":{"sql":"DELETE FROM orders; --","limit":1e9}}}`,
	`{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"substrate_schema","arguments":{"table":"users","detail":"full"}}}`,
	`[{"jsonrpc":"2.0","id":5,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}},7]`,
	`{"jsonrpc":"2.0","id":6,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`,
	`{"jsonrpc":"2.0","id":7,"id":8,"method":"ping","Method":"ping"}`,
	`{"jsonrpc":"2.0","id":null,"method":"ping"}`, `{"a":[[[[`, "\xff\xfe{}", `{}`, `[]`, `"`, ``,
}

// isAnswer fails unless the text is one JSON-RPC response, a batch of them or a progress notification.
func isAnswer(t *testing.T, text []byte) {
	t.Helper()
	if !json.Valid(text) || !utf8.Valid(text) || bytes.ContainsAny(text, "\n\r") {
		t.Fatalf("not a line of JSON: %q", text)
	}
	all := []json.RawMessage{text}
	if text[0] == '[' {
		require.NoError(t, json.Unmarshal(text, &all))
	}
	for _, one := range all {
		var m struct {
			JSONRPC string          `json:"jsonrpc"`
			Method  string          `json:"method"`
			Result  json.RawMessage `json:"result"`
			Error   *struct {
				Code    int    `json:"code"`
				Message string `json:"message"`
			} `json:"error"`
		}
		if err := json.Unmarshal(one, &m); err != nil || m.JSONRPC != "2.0" {
			t.Fatalf("not JSON-RPC: %q", one)
		}
		if m.Method == "" && (m.Result == nil) == (m.Error == nil) || m.Error != nil && (m.Error.Code == 0 || m.Error.Message == "") {
			t.Fatalf("neither a result nor an error: %q", one)
		}
	}
}

// FuzzDispatch sends the fuzzer's bytes as lines on stdio, between two pings. Whatever they are, every line that comes
// back is JSON-RPC, both pings are answered, the server ends with its input, and the database is as it was.
func FuzzDispatch(f *testing.F) {
	server, database := wire(f)
	before := fingerprint(f, database)
	for _, m := range messages {
		f.Add([]byte(m))
	}
	f.Add([]byte(strings.Join(messages, "\n")))
	f.Fuzz(func(t *testing.T, data []byte) {
		var in bytes.Buffer
		in.WriteString(`{"jsonrpc":"2.0","id":"first","method":"ping"}` + "\n")
		in.Write(data)
		in.WriteString("\n" + `{"jsonrpc":"2.0","id":"last","method":"ping"}` + "\n")
		var out output
		if err := server.ServeStdio(t.Context(), &in, &out); err != nil {
			t.Fatalf("the session ended with %v", err)
		}
		pings := 0
		for line := range strings.Lines(out.String()) {
			text := []byte(strings.TrimSuffix(line, "\n"))
			isAnswer(t, text)
			if string(text) == `{"jsonrpc":"2.0","id":"first","result":{}}` || string(text) == `{"jsonrpc":"2.0","id":"last","result":{}}` {
				pings++
			}
		}
		if pings < 2 {
			t.Fatalf("a ping is not answered: %q", out.String())
		}
		if fingerprint(t, database) != before {
			t.Fatal("the database changed")
		}
	})
}

// output is a writer that several goroutines may use.
type output struct {
	mu sync.Mutex
	bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.Buffer.Write(p)
}

// everybody takes the token "token" for a caller who may read everything.
type everybody struct{}

func (everybody) Authenticate(secret string) (tools.Caller, bool) {
	return tools.Caller{Name: "fuzz", Classes: tools.Classes(), Sources: []string{"shop"}, Redact: true, Fence: true}, secret == "token"
}

// FuzzHTTP sends the fuzzer's headers and body to the HTTP handler. No answer is a server error, what is answered is
// JSON, only the right token gets an answer, and the database is as it was.
func FuzzHTTP(f *testing.F) {
	server, database := wire(f)
	handler, err := mcp.NewHandler(server, mcp.HTTPOptions{Tokens: everybody{}, Loopback: true, Limits: mcp.Limits{PerSecond: -1}})
	require.NoError(f, err)
	before := fingerprint(f, database)
	for _, m := range messages {
		f.Add("POST", "/mcp", "Bearer token", "2026-07-28", "tools/call", "substrate_read", []byte(m))
		f.Add("POST", "/mcp", "Bearer token", "", "", "", []byte(m))
	}
	f.Add("GET", "/readyz", "", "", "", "", []byte{})
	f.Add("DELETE", "/mcp", "bearer  token", "x", "\x00", "=?base64?Zm9v?=", []byte{})
	f.Fuzz(func(t *testing.T, method, path, authorization, version, name, tool string, body []byte) {
		r, err := http.NewRequestWithContext(context.Background(), method, "http://127.0.0.1/", bytes.NewReader(body))
		if err != nil {
			t.Skip()
		}
		r.URL.Path = path
		r.Header.Set("Content-Type", "application/json")
		for key, value := range map[string]string{"Authorization": authorization, "MCP-Protocol-Version": version, "Mcp-Method": name, "Mcp-Name": tool} {
			if value != "" {
				r.Header.Set(key, value)
			}
		}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		answer, _ := io.ReadAll(w.Result().Body)
		if w.Code >= 500 {
			t.Fatalf("%d: %s", w.Code, answer)
		}
		if len(answer) > 0 && !json.Valid(answer) {
			t.Fatalf("not JSON: %q", answer)
		}
		called := bytes.Contains(answer, []byte(`"jsonrpc"`))
		if called {
			isAnswer(t, answer)
		}
		if called && !strings.HasSuffix(strings.TrimSpace(authorization), "token") {
			t.Fatalf("%q was let in", authorization)
		}
		if fingerprint(t, database) != before {
			t.Fatal("the database changed")
		}
	})
}

// chunks gives its text in pieces of the fuzzer's sizes.
type chunks struct {
	text  []byte
	sizes []byte
	at    int
}

func (c *chunks) Read(p []byte) (int, error) {
	if len(c.text) == 0 {
		return 0, io.EOF
	}
	n := len(p)
	if len(c.sizes) > 0 {
		n = min(n, 1+int(c.sizes[c.at%len(c.sizes)]))
		c.at++
	}
	n = copy(p[:n], c.text)
	c.text = c.text[n:]
	return n, nil
}

// FuzzFrame cuts a session of pings into pieces of the fuzzer's sizes, with the fuzzer's junk between the lines: how
// bytes arrive changes nothing, and each ping is answered once, in order.
func FuzzFrame(f *testing.F) {
	server, _ := wire(f)
	f.Add([]byte{0}, []byte("junk"))
	f.Add([]byte{255, 1, 7}, []byte("{\"jsonrpc\":\"2.0\"\r"))
	f.Add([]byte{}, []byte("[]\n\n{}"))
	f.Fuzz(func(t *testing.T, sizes, junk []byte) {
		var in bytes.Buffer
		var want []string
		for _, id := range []string{`"p1"`, `"p2"`, `"p3"`} {
			in.WriteString(`{"jsonrpc":"2.0","id":` + id + `,"method":"ping"}` + "\r\n")
			in.Write(bytes.ReplaceAll(junk, []byte{'p'}, []byte{'q'}))
			in.WriteByte('\n')
			want = append(want, `{"jsonrpc":"2.0","id":`+id+`,"result":{}}`)
		}
		var out output
		if err := server.ServeStdio(t.Context(), &chunks{text: in.Bytes(), sizes: sizes}, &out); err != nil {
			t.Fatalf("the session ended with %v", err)
		}
		var got []string
		for line := range strings.Lines(out.String()) {
			line = strings.TrimSuffix(line, "\n")
			isAnswer(t, []byte(line))
			if strings.HasPrefix(line, `{"jsonrpc":"2.0","id":"p`) {
				got = append(got, line)
			}
		}
		require.Equal(t, want, got)
	})
}

// FuzzRedact puts a path made of the fuzzer's names into the fuzzer's text. None of its folders comes through, a second
// pass changes nothing, JSON stays JSON, and text without a separator stays as it is.
func FuzzRedact(f *testing.F) {
	f.Add("open ", "home", "ann", "shop.sqlite", ": no such file", false)
	f.Add("\"", "Program Files", "x", "a.exe", "\"", true)
	f.Add("3/4 https://h/api/users ", "a", "b", "c", " 2026/11/30 </p>", false)
	f.Add("", "ünï", "…", "x", "", true)
	f.Add("", "0", "0", "qX", "", true)
	f.Add("/#A:/0", "a", "b", "c", "", false)
	f.Add("%2525252Fa%252Fb ", "a", "b", "c", " file%3A%2F%2F%2Fx%2Fy ／a／b \\u002fx\\u002fy", false)
	f.Fuzz(func(t *testing.T, before, first, second, name, behind string, windows bool) {
		if !utf8.ValidString(before) || !utf8.ValidString(behind) {
			t.Skip()
		}
		for _, text := range []string{before, behind, before + behind} {
			shown := redact.Text(text)
			if again := redact.Text(shown); again != shown {
				t.Fatalf("%q gives %q, then %q", text, shown, again)
			}
			if !strings.ContainsAny(text, `/\%&／∕⁄＼`) && shown != text {
				t.Fatalf("%q has no path, and became %q", text, shown)
			}
			encoded, err := json.Marshal(map[string]any{"a": text, text: 1})
			require.NoError(t, err)
			if out, _ := redact.JSON(encoded); !json.Valid(out) {
				t.Fatalf("%q is not JSON", out)
			}
		}
		// Folder names as people have them, made unmistakable by a mark with a digit, which no name keeps and no encoded
		// separator has, behind a character that ends a word.
		folder := func(s string, mark string) string {
			return strings.Map(func(r rune) rune {
				if r == '-' || r == '_' || r == '.' || r == '@' || r == '+' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 0xBF && r < 0x250 {
					return r
				}
				return -1
			}, s) + mark
		}
		one, two, last := folder(first, "q7q"), folder(second, "q8q"), folder(name, "q9q")
		path := "/" + one + "/" + two + "/" + last
		if windows {
			path = `C:\` + one + `\` + two + `\` + last
		}
		for _, written := range []string{path, url.QueryEscape(path), url.QueryEscape(url.QueryEscape(path)), strings.ReplaceAll(path, "/", `\u002f`)} {
			text := "open " + written + ": gone"
			shown := redact.Text(text)
			if strings.Contains(shown, "q7q") || strings.Contains(shown, "q8q") || !strings.Contains(shown, "q9q") {
				t.Fatalf("%q gives %q", text, shown)
			}
		}
	})
}
