package mcp

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"vitrine/tools/strictjson"
)

// The JSON-RPC and MCP error codes that leave this server.
const (
	codeParse             = -32700
	codeInvalidRequest    = -32600
	codeMethodNotFound    = -32601
	codeInvalidParams     = -32602
	codeForbidden         = -32003 // of this server: the token lacks a scope; HTTP says 403 with it
	codeBusy              = -32004 // of this server: more calls wait than are held
	codeHeaderMismatch    = -32020
	codeMissingCapability = -32021
	codeVersion           = -32022
)

// rpcError is a JSON-RPC error object.
type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Data    any    `json:"data,omitempty"`
}

func (e *rpcError) Error() string { return e.Message }

func fail(code int, format string, args ...any) *rpcError {
	return &rpcError{Code: code, Message: fmt.Sprintf(format, args...)}
}

// message is one JSON-RPC message. A request has an id and a method, a notification a method alone. What a client
// answers to a request of ours is a response; we send none, so it is passed over.
type message struct {
	id       json.RawMessage // byte for byte as the client wrote it; nil for a notification
	method   string
	params   json.RawMessage // an object, or nil
	response bool
	call     *inflight // of tools/call, once it is enlisted
}

func (m *message) notification() bool { return m.id == nil }

// parseMessage reads one message. With an error the message holds the id, where that could be read without doubt.
func parseMessage(raw []byte) (message, *rpcError) {
	var m message
	members, err := strictjson.Object(raw)
	if members == nil && err != nil {
		var kind *strictjson.KindError
		if errors.As(err, &kind) {
			return m, fail(codeInvalidRequest, "not a JSON-RPC message: %s", err)
		}
		return m, fail(codeParse, "not JSON: %s", err)
	}
	var version, id, method, params json.RawMessage
	response := false
	for _, member := range members {
		switch member.Key {
		case "jsonrpc":
			version = member.Raw
		case "id":
			if id != nil {
				return m, fail(codeInvalidRequest, "the id stands twice")
			}
			id = member.Raw
		case "method":
			method = member.Raw
		case "params":
			params = member.Raw
		case "result", "error":
			response = true
		}
	}
	if id != nil {
		if !validID(id) {
			return m, fail(codeInvalidRequest, "an id is a string or a whole number")
		}
		m.id = id
	}
	if twice := repeated(members, err); twice != "" {
		return m, fail(codeInvalidRequest, "key %q stands twice", twice)
	}
	if string(version) != `"2.0"` {
		return m, fail(codeInvalidRequest, `jsonrpc must be "2.0"`)
	}
	if response && method == nil {
		m.response = true
		return m, nil
	}
	if response || json.Unmarshal(method, &m.method) != nil || strictjson.KindOf(method) != "string" {
		return m, fail(codeInvalidRequest, "method must be a string, and result and error do not stand beside it")
	}
	if params != nil {
		if kind := strictjson.KindOf(params); kind != "object" {
			return m, fail(codeInvalidRequest, "params must be an object, not %s", kind)
		}
		m.params = params
	}
	return m, nil
}

// repeated names a key that stands twice, where case is not told apart: whoever reads {"name":…,"Name":…} with another
// library than ours might see the other one.
func repeated(members []strictjson.Member, err error) string {
	var duplicate *strictjson.DuplicateError
	if errors.As(err, &duplicate) {
		return duplicate.Key
	}
	for i, m := range members {
		for _, earlier := range members[:min(i, 32)] {
			if strings.EqualFold(earlier.Key, m.Key) {
				return m.Key
			}
		}
	}
	return ""
}

// fields reads an object of the protocol, such as params, into a map.
func fields(raw json.RawMessage, what string) (map[string]json.RawMessage, *rpcError) {
	if raw == nil {
		return nil, nil
	}
	members, err := strictjson.Object(raw)
	if members == nil && err != nil {
		return nil, fail(codeInvalidParams, "%s cannot be read: %s", what, err)
	}
	if twice := repeated(members, err); twice != "" {
		return nil, fail(codeInvalidParams, "%s: key %q stands twice", what, twice)
	}
	m := make(map[string]json.RawMessage, len(members))
	for _, member := range members {
		m[member.Key] = member.Raw
	}
	return m, nil
}

// text reads a JSON string; ok is false for everything else.
func text(raw json.RawMessage) (s string, ok bool) {
	if strictjson.KindOf(raw) != "string" || json.Unmarshal(raw, &s) != nil {
		return "", false
	}
	return s, true
}

// validID accepts what MCP does: a string or a whole number, never null.
func validID(raw json.RawMessage) bool {
	if strictjson.KindOf(raw) == "string" {
		return true
	}
	digits := strings.TrimPrefix(string(raw), "-")
	return digits != "" && strings.Trim(digits, "0123456789") == ""
}

// idKey makes equal ids equal, however they are escaped, and keeps "1" and 1 apart.
func idKey(raw json.RawMessage) string {
	if s, ok := text(raw); ok {
		return "s" + s
	}
	return "n" + string(raw)
}

// messages are buffers of messages that were sent, for the next ones: *[]byte.
var messages sync.Pool

// mostRecycled is the longest buffer that is kept, in bytes: a few hundred rows fit.
const mostRecycled = 256 << 10

// newMessage returns an empty buffer for a message of about so many bytes.
func newMessage(size int) []byte {
	if used, ok := messages.Get().(*[]byte); ok && cap(*used) >= size {
		return *used
	}
	return make([]byte, 0, size)
}

// recycle takes the buffer of a message that was sent. Nobody may hold it any more, which is known of stdio alone: what was
// written to an HTTP/2 stream that its client has closed may still be on its way.
func recycle(message []byte) {
	if cap(message) > 0 && cap(message) <= mostRecycled {
		message = message[:0]
		messages.Put(&message)
	}
}

// resultMessage makes a response with the result that append writes.
func resultMessage(id json.RawMessage, size int, write func([]byte) []byte) []byte {
	out := newMessage(size + len(id) + 64)
	out = append(out, `{"jsonrpc":"2.0","id":`...)
	out = append(out, id...)
	out = append(out, `,"result":`...)
	out = write(out)
	return append(out, '}')
}

// errorMessage makes an error response. The id is left out where it could not be read.
func errorMessage(id json.RawMessage, e *rpcError) []byte {
	out := []byte(`{"jsonrpc":"2.0"`)
	if id != nil {
		out = append(out, `,"id":`...)
		out = append(out, id...)
	}
	out = append(out, `,"error":`...)
	encoded, err := json.Marshal(e)
	if err != nil {
		encoded = []byte(`{"code":-32603,"message":"the error cannot be written"}`)
	}
	out = append(out, encoded...)
	return append(out, '}')
}

const hexDigits = "0123456789abcdef"

// appendString writes s as a JSON string. Only what JSON demands is escaped, and invalid UTF-8 becomes U+FFFD.
func appendString(out []byte, s string) []byte {
	out = append(out, '"')
	start := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 0x20 && c != '"' && c != '\\' {
			continue
		}
		out = append(out, s[start:i]...)
		start = i + 1
		switch c {
		case '"', '\\':
			out = append(out, '\\', c)
		case '\n':
			out = append(out, '\\', 'n')
		case '\t':
			out = append(out, '\\', 't')
		case '\r':
			out = append(out, '\\', 'r')
		default:
			out = append(out, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		}
	}
	out = append(out, s[start:]...)
	return append(out, '"')
}
