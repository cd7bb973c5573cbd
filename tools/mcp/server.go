package mcp

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"vitrine/query"
	"vitrine/tools"
)

// The revisions of MCP that this server speaks.
const (
	version2024   = "2024-11-05" // stdio only
	versionMarch  = "2025-03-26" // the one with batches
	versionJune   = "2025-06-18"
	versionLegacy = "2025-11-25" // the newest that begins with initialize
	versionModern = "2026-07-28"
)

const (
	metaVersion      = "io.modelcontextprotocol/protocolVersion"
	metaCapabilities = "io.modelcontextprotocol/clientCapabilities"
	metaServer       = "io.modelcontextprotocol/serverInfo"
)

// Options configure a Server; zero fields mean the defaults.
type Options struct {
	Version      string // of the program, for serverInfo
	Instructions string // what a model should know of this server; "" for the standard text
	Concurrent   int    // calls at once; default 16
	Waiting      int    // calls that may wait for a place; default 256; beyond, a call is refused
	Log          *slog.Logger

	// Gate holds back calls until it is closed; everything else is answered before. nil holds back nothing. So a client
	// need not wait for databases to open and fences to stand before it knows whom it talks to.
	Gate <-chan struct{}
}

// Server answers MCP messages with the tools of a registry. It is safe for concurrent use.
type Server struct {
	catalog atomic.Pointer[catalog]
	log     *slog.Logger

	initialize string // the result of initialize behind its protocolVersion
	discover   string // the result of server/discover
	meta       string // the _meta of every modern result

	gate    <-chan struct{}
	places  *query.Queue // a place for each call that runs
	waiting atomic.Int64
	most    int64

	mu      sync.Mutex
	flights map[flight][]*inflight

	needs map[string]string // tools that need a client capability; only the conformance fixtures have any
}

// NewServer makes a server for the registry.
func NewServer(registry *tools.Registry, o Options) *Server {
	if o.Concurrent <= 0 {
		o.Concurrent = 16
	}
	if o.Waiting <= 0 {
		o.Waiting = 256
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Instructions == "" {
		o.Instructions = Instructions
	}
	if o.Version == "" {
		o.Version = "dev"
	}
	s := &Server{
		log: o.Log, gate: o.Gate, places: query.NewQueue(o.Concurrent, o.Concurrent+o.Waiting), most: int64(o.Concurrent + o.Waiting),
		flights: make(map[flight][]*inflight),
	}
	s.describe(o)
	s.SetRegistry(registry)
	return s
}

// SetRegistry serves the tools of another registry from the next message on. Calls that run go on with the old one.
func (s *Server) SetRegistry(registry *tools.Registry) { s.catalog.Store(newCatalog(registry)) }

// Instructions is what a model is told of the server.
const Instructions = "Read-only access to live databases and logs. Start with substrate_schema to see tables, then ask with substrate_read " +
	"(one SELECT at a time; writes are refused with a reason and a hint). Results say in notices when they were cut, stripped, masked or redacted. " +
	tools.FenceInstructions

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="3" y="5" width="26" height="22" rx="3" fill="#0b3d4f"/>` +
	`<rect x="6" y="8" width="20" height="16" rx="1.5" fill="#d9f2f7"/><path d="M9 13h14M9 17h14M9 21h8" stroke="#0b3d4f" stroke-width="2"/>` +
	`<path d="M20 8l-9 16" stroke="#fff" stroke-width="2" opacity=".7"/></svg>`

// describe encodes once what the server tells of itself.
func (s *Server) describe(o Options) {
	type iconOf struct {
		Src      string   `json:"src"`
		MimeType string   `json:"mimeType"`
		Sizes    []string `json:"sizes"`
	}
	info := struct {
		Name        string   `json:"name"`
		Title       string   `json:"title"`
		Version     string   `json:"version"`
		Description string   `json:"description"`
		Icons       []iconOf `json:"icons"`
	}{
		Name: "vitrine", Title: "Vitrine", Version: o.Version,
		Description: "A sandboxed, read-only SQL query gateway: one SELECT at a time, exact answers, reasons for every refusal.",
		Icons:       []iconOf{{"data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString([]byte(icon)), "image/svg+xml", []string{"any"}}},
	}
	instructions := string(appendString(nil, o.Instructions))
	s.initialize = `,"capabilities":{"tools":{}},"serverInfo":` + encode(info) + `,"instructions":` + instructions + `}`
	s.meta = `"_meta":{"` + metaServer + `":` + encode(map[string]string{"name": info.Name, "version": info.Version}) + `}`
	s.discover = `{"resultType":"complete","supportedVersions":` +
		encode([]string{versionModern, versionLegacy, versionJune, versionMarch}) +
		`,"capabilities":{"tools":{}},"instructions":` + instructions +
		`,"ttlMs":300000,"cacheScope":"public","_meta":{"` + metaServer + `":` + encode(info) + `}}`
}

func encode(v any) string {
	encoded, err := json.Marshal(v)
	if err != nil {
		panic(err) // only values made in this file
	}
	return string(encoded)
}

// peer is who sent a message and by which way.
type peer struct {
	caller  tools.Caller
	http    *headers // nil on stdio
	session string   // of a legacy HTTP client, "" without
	unnamed bool     // an HTTP caller without a token
	stdio   *conn    // nil on HTTP
}

// headers are what HTTP says beside the body.
type headers struct{ version, method, name string }

// answer is what goes back for one message.
type answer struct {
	body      []byte // nil where nothing is answered
	status    int    // the HTTP status
	session   string // a new Mcp-Session-Id
	scope     string // the scopes that were missing, with status 403
	cancelled bool   // the client gave the call up: stdio says nothing
}

func (s *Server) fails(id json.RawMessage, status int, e *rpcError) answer {
	return answer{body: errorMessage(id, e), status: status}
}

// dispatch routes a message to its era: one that names a version in _meta is modern, even if its method is initialize.
func (s *Server) dispatch(ctx context.Context, p *peer, m *message) answer {
	s.enlist(ctx, p, m)
	if m.call != nil {
		defer m.call.end()
	}
	if m.response {
		return answer{status: http.StatusAccepted}
	}
	params, bad := fields(m.params, "params")
	var meta map[string]json.RawMessage
	if bad == nil && params["_meta"] != nil {
		meta, bad = fields(params["_meta"], "_meta")
	}
	if bad != nil {
		if m.notification() {
			return answer{status: http.StatusAccepted}
		}
		status := http.StatusOK // as a legacy error rides; which era it was meant for cannot be told from the body
		if p.http != nil && p.http.version >= versionModern {
			status = http.StatusBadRequest
		}
		return s.fails(m.id, status, bad)
	}
	if m.notification() {
		s.notified(p, m.method, params)
		return answer{status: http.StatusAccepted}
	}
	if _, claimed := meta[metaVersion]; claimed {
		return s.modern(p, m, params, meta)
	}
	if p.http != nil && p.http.version >= versionModern && isRevision(p.http.version) {
		return s.fails(m.id, http.StatusBadRequest, fail(codeInvalidParams,
			"_meta must hold %s and %s in revision %s", metaVersion, metaCapabilities, p.http.version))
	}
	return s.legacy(p, m, params, meta)
}

func isRevision(version string) bool {
	_, err := time.Parse(time.DateOnly, version)
	return err == nil
}

// notified takes a notification; only a cancellation means anything to this server.
func (s *Server) notified(p *peer, method string, params map[string]json.RawMessage) {
	if method == "notifications/cancelled" && validID(params["requestId"]) {
		s.cancel(p, params["requestId"])
		return
	}
	s.log.Debug("notification", "method", method, "principal", p.caller.Name)
}
