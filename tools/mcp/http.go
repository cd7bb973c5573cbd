package mcp

import (
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"vitrine/tools"
)

// Path is where the endpoint lies.
const Path = "/mcp"

// Authenticator finds the caller of a bearer token. It compares in constant time, and never logs what it is given.
type Authenticator interface {
	Authenticate(secret string) (tools.Caller, bool)
}

// HTTPOptions configure a Handler; zero fields mean the defaults.
type HTTPOptions struct {
	Tokens    Authenticator // who may call; every request needs a token, unless Anonymous is set
	Anonymous *tools.Caller // the caller of requests without a token; only ever for a loopback address
	Hosts     []string      // host names that the server is reached by, beside the loopback ones
	Origins   []string      // origins of web pages that may call, beside loopback ones
	Loopback  bool          // the address is a loopback one: other hosts and origins are refused
	MaxBody   int64         // the longest body in bytes; default and most MaxMessage
	Limits    Limits

	BodyTimeout time.Duration // how long a body may take to come; default 30 s

	Head func() string // the head of the audit, which /readyz tells token holders; may be nil

	// Sources returns, for each source by its name, the code of the error that its calls get now, "" where it can be
	// asked. It may be nil. /readyz tells callers of those that they may name, and is not ready while none can be asked.
	Sources func() map[string]string
}

// Handler serves the endpoint, /healthz and /readyz.
type Handler struct {
	server   *Server
	o        HTTPOptions
	limits   *limiter
	draining atomic.Bool
}

// NewHandler makes an HTTP handler for the server. It refuses a handler that nobody has to authenticate to.
func NewHandler(s *Server, o HTTPOptions) (*Handler, error) {
	if o.Tokens == nil && o.Anonymous == nil {
		return nil, errors.New("HTTP needs tokens: make one with vitrine token new")
	}
	if o.Anonymous != nil && !o.Loopback {
		return nil, errors.New("callers without a token are only served on a loopback address")
	}
	if o.MaxBody <= 0 || o.MaxBody > MaxMessage {
		o.MaxBody = MaxMessage
	}
	if o.BodyTimeout <= 0 {
		o.BodyTimeout = bodyTimeout
	}
	return &Handler{server: s, o: o, limits: newLimiter(o.Limits)}, nil
}

// Drain makes /readyz say that no more requests should be sent.
func (h *Handler) Drain() { h.draining.Store(true) }

func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "no-store")
	// A deadline for the body alone: one on the whole request would cancel it while a long query still runs. It stands
	// for requests that are refused, too: the server reads what is left of a body before it takes the next request, and
	// without one it would wait for the rest for ever.
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(h.o.BodyTimeout)) // not every writer has deadlines
	if !h.hostAllowed(r.Host) {
		refuse(w, http.StatusForbidden, "host not allowed: start the server with --allow-host for the name that it is reached by")
		return
	}
	if !h.originAllowed(r.Header.Values("Origin")) {
		refuse(w, http.StatusForbidden, "origin not allowed")
		return
	}
	switch r.URL.Path {
	case Path:
		h.endpoint(w, r)
	case "/healthz":
		h.probe(w, r, map[string]any{"status": "ok"}, http.StatusOK)
	case "/readyz":
		h.ready(w, r)
	default:
		// The well-known paths of OAuth among them: without an authorization server there is nothing to discover.
		refuse(w, http.StatusNotFound, "not found: the endpoint is "+Path)
	}
}

func (h *Handler) probe(w http.ResponseWriter, r *http.Request, body map[string]any, status int) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		refuse(w, http.StatusMethodNotAllowed, "method not allowed")
		return
	}
	encoded, err := json.Marshal(body)
	if err != nil {
		status = http.StatusInternalServerError
	}
	send(w, status, append(encoded, '\n'))
}

// ready tells whether requests should be sent here. One database that is down is no reason not to: it stops no other. With
// ?source=NAME it tells of that source alone, to callers who may name it.
func (h *Handler) ready(w http.ResponseWriter, r *http.Request) {
	body, status := map[string]any{"status": "ready"}, http.StatusOK
	caller, known, _ := h.authenticate(r)
	if h.o.Sources != nil {
		states := h.o.Sources()
		told, asked := map[string]string{}, 0
		for name, code := range states {
			if code == "" {
				asked++
				code = "ready"
			}
			if known && caller.MayUse(name) {
				told[name] = code
			}
		}
		if asked == 0 && len(states) > 0 {
			body["status"], status = "no source can be asked", http.StatusServiceUnavailable
		}
		if name := r.URL.Query().Get("source"); name != "" {
			code, may := told[name]
			switch {
			case !may:
				refuse(w, http.StatusNotFound, "not found: no such source, or none that this caller may name")
				return
			case code == "ready":
				body["status"], status = "ready", http.StatusOK
			default:
				body["status"], status = "the source cannot be asked", http.StatusServiceUnavailable
			}
			told = map[string]string{name: code}
		}
		if known {
			body["sources"] = told
		}
	}
	if h.draining.Load() {
		body["status"], status = "draining", http.StatusServiceUnavailable
	}
	if known && h.o.Head != nil && r.Header.Get("Authorization") != "" {
		body["audit_head"] = h.o.Head()
	}
	h.probe(w, r, body, status)
}

// endpoint takes one POST: who calls, whether they may call now, what they send.
func (h *Handler) endpoint(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		refuse(w, http.StatusMethodNotAllowed, "method not allowed: the endpoint takes POST")
		return
	}
	caller, known, given := h.authenticate(r)
	if !known {
		challenge := `Bearer realm="vitrine"`
		if given {
			challenge += `, error="invalid_token", error_description="the token is unknown, expired or revoked"`
		}
		w.Header().Set("WWW-Authenticate", challenge)
		refuse(w, http.StatusUnauthorized, "a bearer token is needed")
		return
	}
	release, wait := h.limits.admit(caller.Name)
	if wait > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int((wait+time.Second-1)/time.Second)))
		refuse(w, http.StatusTooManyRequests, "too many requests with this token: wait as Retry-After says")
		return
	}
	defer release()
	if !isJSON(r.Header) {
		refuse(w, http.StatusUnsupportedMediaType, "the body must be application/json, without a content encoding")
		return
	}
	body, err := readBody(w, r, h.o.MaxBody)
	if err != nil {
		var tooLong *http.MaxBytesError
		if errors.As(err, &tooLong) {
			refuse(w, http.StatusRequestEntityTooLarge, "the body is longer than "+strconv.FormatInt(h.o.MaxBody, 10)+" bytes")
			return
		}
		w.Header().Set("Connection", "close")
		refuse(w, http.StatusBadRequest, "the body cannot be read")
		return
	}
	p := &peer{caller: caller, unnamed: !given, http: &headers{
		version: r.Header.Get("MCP-Protocol-Version"), method: r.Header.Get("Mcp-Method"), name: r.Header.Get("Mcp-Name"),
	}}
	if given {
		p.session = session(r.Header)
	}
	h.answer(w, r, p, body)
}

func (h *Handler) answer(w http.ResponseWriter, r *http.Request, p *peer, body []byte) {
	a := h.dispatch(r, p, body)
	if a.session != "" {
		w.Header().Set("Mcp-Session-Id", a.session)
	}
	if a.scope != "" {
		w.Header().Set("WWW-Authenticate", `Bearer realm="vitrine", error="insufficient_scope", scope="`+a.scope+`"`)
	}
	if a.body == nil {
		w.WriteHeader(a.status)
		return
	}
	send(w, a.status, a.body)
}

// dispatch checks what of a legacy client's headers concerns every message, and hands the message on.
func (h *Handler) dispatch(r *http.Request, p *peer, body []byte) answer {
	s := h.server
	for _, name := range []string{"MCP-Protocol-Version", "Mcp-Method", "Mcp-Name", "Mcp-Session-Id"} {
		if len(r.Header.Values(name)) > 1 {
			return s.fails(nil, http.StatusBadRequest, fail(codeHeaderMismatch, "header %s stands twice", name))
		}
	}
	if first := firstByte(body); first == '[' {
		if p.http.version != "" && p.http.version != versionMarch {
			return s.fails(nil, http.StatusBadRequest, fail(codeInvalidRequest, "batches belong to revision %s alone: send one message", versionMarch))
		}
		return s.batch(r.Context(), p, body)()
	}
	m, bad := parseMessage(body)
	if bad != nil {
		return s.fails(m.id, http.StatusBadRequest, bad)
	}
	return s.dispatch(r.Context(), p, &m)
}

func firstByte(body []byte) byte {
	for _, c := range body {
		if c != ' ' && c != '\t' && c != '\n' && c != '\r' {
			return c
		}
	}
	return 0
}

// authenticate finds the caller of a request, and says whether it gave a token at all.
func (h *Handler) authenticate(r *http.Request) (caller tools.Caller, known, given bool) {
	values := r.Header.Values("Authorization")
	if len(values) == 0 {
		if h.o.Anonymous != nil {
			return *h.o.Anonymous, true, false
		}
		return tools.Caller{}, false, false
	}
	scheme, secret, found := strings.Cut(values[0], " ")
	if len(values) > 1 || !found || !strings.EqualFold(scheme, "Bearer") || h.o.Tokens == nil {
		return tools.Caller{}, false, true
	}
	caller, known = h.o.Tokens.Authenticate(strings.TrimSpace(secret))
	return caller, known, true
}

func isJSON(header http.Header) bool {
	kind, parameters, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err != nil || kind != "application/json" || header.Get("Content-Encoding") != "" {
		return false
	}
	charset, ok := parameters["charset"]
	return !ok || strings.EqualFold(charset, "utf-8")
}

// readBody reads a body whole, and takes its deadline away once it is here.
func readBody(w http.ResponseWriter, r *http.Request, most int64) ([]byte, error) {
	if r.ContentLength > most {
		return nil, &http.MaxBytesError{Limit: most}
	}
	reader := http.MaxBytesReader(w, r.Body, most)
	var body []byte
	var err error
	if r.ContentLength >= 0 {
		body = make([]byte, r.ContentLength)
		_, err = io.ReadFull(reader, body)
	} else {
		body, err = io.ReadAll(reader)
	}
	if err == nil {
		_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
	}
	return body, err
}

// session returns a legacy client's session, "" where it has none or one that we would not have made.
func session(header http.Header) string {
	id := header.Get("Mcp-Session-Id")
	if len(id) > 64 || strings.Trim(id, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") != "" {
		return ""
	}
	return id
}

func refuse(w http.ResponseWriter, status int, message string) {
	encoded, err := json.Marshal(map[string]any{"error": message})
	if err != nil {
		status = http.StatusInternalServerError
	}
	send(w, status, append(encoded, '\n'))
}

func send(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	// A client that left is no error of ours; one that reads slowly is cut off by the server's write timeout.
	_, _ = w.Write(body)
}
