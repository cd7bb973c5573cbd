package mcp

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"

	"vitrine/tools/strictjson"
)

// modern answers a request of 2026-07-28, which is stateless: it carries its version and the client's capabilities.
// The order of the checks is that of the specification: the envelope (done), the version header, the version, the
// method and name headers, then the method itself.
func (s *Server) modern(p *peer, m *message, params, meta map[string]json.RawMessage) answer {
	version, ok := text(meta[metaVersion])
	if !ok {
		return s.fails(m.id, http.StatusBadRequest, fail(codeInvalidParams, "_meta: %s must be a string", metaVersion))
	}
	if p.http != nil && p.http.version != version {
		return s.fails(m.id, http.StatusBadRequest, mismatch("MCP-Protocol-Version", p.http.version, version))
	}
	if version != versionModern {
		return s.fails(m.id, http.StatusBadRequest, &rpcError{
			Code: codeVersion, Message: "unsupported protocol version",
			Data: map[string]any{"supported": []string{versionModern, versionLegacy, versionJune, versionMarch}, "requested": version},
		})
	}
	capabilities := meta[metaCapabilities]
	if strictjson.KindOf(capabilities) != "object" {
		return s.fails(m.id, http.StatusBadRequest, fail(codeInvalidParams, "_meta: %s must be an object", metaCapabilities))
	}
	if p.http != nil {
		if p.http.method != m.method {
			return s.fails(m.id, http.StatusBadRequest, mismatch("Mcp-Method", p.http.method, m.method))
		}
		if m.method == "tools/call" {
			name, _ := text(params["name"])
			if header, ok := headerText(p.http.name); !ok || header != name || p.http.name == "" {
				return s.fails(m.id, http.StatusBadRequest, mismatch("Mcp-Name", p.http.name, name))
			}
		}
	}
	switch m.method {
	case "server/discover":
		return answer{status: http.StatusOK, body: resultMessage(m.id, len(s.discover), func(out []byte) []byte { return append(out, s.discover...) })}
	case "tools/list":
		if bad := badCursor(params); bad != nil {
			return s.fails(m.id, http.StatusOK, bad)
		}
		list := s.catalog.Load().list(p.caller)
		return answer{status: http.StatusOK, body: resultMessage(m.id, len(list)+len(s.meta)+96, func(out []byte) []byte {
			out = append(out, `{"resultType":"complete","tools":`...)
			out = append(out, list...)
			// Private: the list depends on the scopes of the token.
			out = append(out, `,"ttlMs":300000,"cacheScope":"private",`...)
			out = append(out, s.meta...)
			return append(out, '}')
		})}
	case "tools/call":
		return s.call(p, m, params, meta, capabilities)
	}
	return s.fails(m.id, http.StatusNotFound, unknownMethod(m.method))
}

func mismatch(header, given, want string) *rpcError {
	if given == "" {
		return fail(codeHeaderMismatch, "header %s is missing: the body says %q", header, want)
	}
	return fail(codeHeaderMismatch, "header %s says %q, the body says %q", header, given, want)
}

// headerText reads a header value, which is plain or =?base64?…?=.
func headerText(value string) (string, bool) {
	inner, marked := strings.CutPrefix(value, "=?base64?")
	if !marked {
		return value, true
	}
	inner, ended := strings.CutSuffix(inner, "?=")
	decoded, err := base64.StdEncoding.DecodeString(inner)
	return string(decoded), ended && err == nil
}
