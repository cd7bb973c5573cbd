package mcp

import (
	"crypto/rand"
	"encoding/json"
	"net/http"
)

// legacy answers a request of the revisions that begin with initialize. A shell one-liner need not send initialize or
// initialized first; nothing here depends on them. JSON-RPC errors ride on HTTP 200.
func (s *Server) legacy(p *peer, m *message, params, meta map[string]json.RawMessage) answer {
	if p.http != nil && p.http.version != "" && !spoken(p.http.version, false) {
		return s.fails(m.id, http.StatusBadRequest, fail(codeInvalidRequest,
			"unsupported MCP-Protocol-Version %q: %s, %s, %s and %s are spoken", p.http.version, versionMarch, versionJune, versionLegacy, versionModern))
	}
	switch m.method {
	case "initialize":
		return s.initialized(p, m, params)
	case "ping":
		return answer{status: http.StatusOK, body: resultMessage(m.id, 2, func(out []byte) []byte { return append(out, "{}"...) })}
	case "tools/list":
		if bad := badCursor(params); bad != nil {
			return s.fails(m.id, http.StatusOK, bad)
		}
		list := s.catalog.Load().list(p.caller)
		return answer{status: http.StatusOK, body: resultMessage(m.id, len(list)+16, func(out []byte) []byte {
			out = append(out, `{"tools":`...)
			out = append(out, list...)
			return append(out, '}')
		})}
	case "tools/call":
		return s.call(p, m, params, meta, nil)
	}
	return s.fails(m.id, http.StatusOK, unknownMethod(m.method))
}

// initialized answers initialize: a version that is spoken here is echoed, any other gets the newest legacy one.
func (s *Server) initialized(p *peer, m *message, params map[string]json.RawMessage) answer {
	requested, _ := text(params["protocolVersion"])
	version := versionLegacy
	if spoken(requested, p.http == nil) {
		version = requested
	}
	a := answer{status: http.StatusOK}
	if p.stdio != nil {
		p.stdio.version.Store(version)
	} else if !p.unnamed {
		// It is not stored: it only keeps apart the request ids of clients that share a token. A caller without one has
		// no name by which its cancellations could be told from another's, so it gets none.
		a.session = rand.Text()
	}
	a.body = resultMessage(m.id, len(s.initialize)+64, func(out []byte) []byte {
		out = append(out, `{"protocolVersion":"`...)
		out = append(out, version...)
		out = append(out, '"')
		return append(out, s.initialize...)
	})
	return a
}

// spoken reports whether a legacy revision is spoken; 2024-11-05 knows another HTTP transport, which is not served.
func spoken(version string, stdio bool) bool {
	switch version {
	case versionMarch, versionJune, versionLegacy:
		return true
	case version2024:
		return stdio
	}
	return false
}

// badCursor refuses every cursor: the list comes whole, so there is none of ours.
func badCursor(params map[string]json.RawMessage) *rpcError {
	if cursor := params["cursor"]; cursor != nil && string(cursor) != "null" {
		return fail(codeInvalidParams, "unknown cursor: the list of tools comes whole, without one")
	}
	return nil
}

func unknownMethod(method string) *rpcError {
	if len(method) > 80 {
		method = method[:80]
	}
	return fail(codeMethodNotFound, "unknown method %q: this server knows initialize, ping, tools/list, tools/call and server/discover", method)
}
