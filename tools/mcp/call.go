package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"vitrine/query"
	"vitrine/tools"
	"vitrine/tools/strictjson"
)

// flight names a call that runs, so that its client, and nobody else, can cancel it.
type flight struct{ principal, session, id string }

type inflight struct {
	ctx       context.Context
	stop      context.CancelFunc
	forget    func()
	cancelled atomic.Bool
}

// enlist makes a call known for cancellation, before the next message is read: a cancellation may follow at once.
// Whoever dispatches the message ends it. Legacy HTTP clients without a session cannot be told apart, so nobody may
// cancel for them, except by closing the connection.
func (s *Server) enlist(ctx context.Context, p *peer, m *message) {
	if m.call != nil || m.method != "tools/call" || m.notification() {
		return
	}
	call := &inflight{forget: func() {}}
	call.ctx, call.stop = context.WithCancel(ctx)
	m.call = call
	if p.http != nil && p.session == "" {
		return
	}
	key := flight{p.caller.Name, p.session, idKey(m.id)}
	s.mu.Lock()
	s.flights[key] = append(s.flights[key], call)
	s.mu.Unlock()
	call.forget = func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		rest := slices.DeleteFunc(s.flights[key], func(c *inflight) bool { return c == call })
		if len(rest) == 0 {
			delete(s.flights, key)
		} else {
			s.flights[key] = rest
		}
	}
}

func (c *inflight) end() {
	c.forget()
	c.stop()
}

// cancel stops the calls that the same peer sent under the id.
func (s *Server) cancel(p *peer, id json.RawMessage) {
	if p.http != nil && p.session == "" {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, call := range s.flights[flight{p.caller.Name, p.session, idKey(id)}] {
		call.cancelled.Store(true)
		call.stop()
	}
}

// call answers tools/call in both eras; capabilities is nil in the legacy one.
func (s *Server) call(p *peer, m *message, params, meta map[string]json.RawMessage, capabilities json.RawMessage) answer {
	name, ok := text(params["name"])
	if !ok {
		return s.fails(m.id, http.StatusOK, fail(codeInvalidParams, "params: name must be a string, the name of a tool"))
	}
	arguments := params["arguments"]
	if string(arguments) == "null" {
		arguments = nil
	}
	if bad := s.lacks(name, capabilities); bad != nil {
		return s.fails(m.id, http.StatusBadRequest, bad)
	}
	ctx := m.call.ctx
	if s.waiting.Add(1) > s.most {
		s.waiting.Add(-1)
		return s.fails(m.id, http.StatusOK, fail(codeBusy, "the server is busy: %d calls run or wait; try again", s.most))
	}
	defer s.waiting.Add(-1)
	if p.http != nil && !p.unnamed {
		ctx = query.WithCaller(ctx, p.caller.Name)
	}
	leave := s.enter(ctx)
	if leave == nil {
		return answer{status: http.StatusOK, cancelled: true, body: errorMessage(m.id, fail(codeBusy, "the call was cancelled while it waited"))}
	}
	defer leave()

	progress, stop := s.progress(p, meta)
	result, err := s.catalog.Load().registry.Call(ctx, p.caller, name, arguments, progress)
	stop()
	a := s.answerCall(m.id, result, err, capabilities != nil)
	a.cancelled = m.call.cancelled.Load()
	return a
}

// enter waits for the gate and for a place among the calls that run. It is nil where the call was given up meanwhile.
func (s *Server) enter(ctx context.Context) (leave func()) {
	if s.gate != nil {
		select {
		case <-s.gate:
		case <-ctx.Done():
			return nil
		}
	}
	leave, err := s.places.Enter(ctx)
	if err != nil {
		return nil
	}
	return leave
}

// lacks refuses a tool that needs a capability which a modern client has not declared.
func (s *Server) lacks(name string, capabilities json.RawMessage) *rpcError {
	need := s.needs[name]
	if need == "" || capabilities == nil {
		return nil
	}
	if declared, _ := fields(capabilities, "capabilities"); declared[need] != nil {
		return nil
	}
	return &rpcError{
		Code: codeMissingCapability, Message: "tool " + name + " needs the client capability " + need,
		Data: map[string]any{"requiredCapabilities": map[string]any{need: map[string]any{}}},
	}
}

func (s *Server) answerCall(id json.RawMessage, result *tools.Result, err error, modern bool) answer {
	var refused *tools.Error
	switch {
	case errors.As(err, &refused) && refused.Code == tools.CodeUnknownTool:
		return s.fails(id, http.StatusOK, &rpcError{
			Code: codeInvalidParams, Message: refused.Message, Data: map[string]any{"tools": refused.Accepted},
		})
	case errors.As(err, &refused) && refused.Code == tools.CodeForbidden:
		return answer{
			body: errorMessage(id, &rpcError{
				Code: codeForbidden, Message: refused.Message, Data: map[string]any{"code": refused.Code, "required": refused.Accepted},
			}),
			status: http.StatusForbidden, scope: strings.Join(refused.Accepted, " "),
		}
	case err != nil:
		result = tools.ErrorResult(err)
	}
	size := 2*len(result.JSON) + len(result.Text) + len(result.Content) + len(s.meta) + 128
	return answer{status: http.StatusOK, body: resultMessage(id, size, func(out []byte) []byte {
		out = append(out, '{')
		if modern {
			out = append(out, `"resultType":"complete",`...)
		}
		out = appendContent(out, result)
		if modern {
			out = append(out, ',')
			out = append(out, s.meta...)
		}
		return append(out, '}')
	})}
}

// appendContent writes content, structuredContent and isError. An error is text only: clients hold structuredContent to
// the output schema, also where isError is set.
func appendContent(out []byte, r *tools.Result) []byte {
	out = append(out, `"content":`...)
	if r.Content != nil {
		out = append(out, r.Content...)
	} else {
		out = append(out, `[{"type":"text","text":`...)
		out = appendString(out, strings.ToValidUTF8(r.Text, "\ufffd"))
		out = append(out, "}]"...)
	}
	switch {
	case r.IsError:
		out = append(out, `,"isError":true`...)
	case len(r.JSON) > 0:
		out = append(out, `,"structuredContent":`...)
		out = appendLine(out, r.JSON)
	}
	return out
}

// appendLine writes JSON without line breaks, which stdio frames messages by.
func appendLine(out []byte, raw json.RawMessage) []byte {
	if bytes.IndexByte(raw, '\n') < 0 && bytes.IndexByte(raw, '\r') < 0 {
		return append(out, raw...)
	}
	buffer := bytes.NewBuffer(out)
	if json.Compact(buffer, raw) != nil {
		return append(out, "{}"...)
	}
	return buffer.Bytes()
}

// progress returns the function by which a tool tells how far it is, and one that ends it. Only stdio can carry
// notifications, and only a client that gave a token wants them.
func (s *Server) progress(p *peer, meta map[string]json.RawMessage) (func(float64, string), func()) {
	token := meta["progressToken"]
	if p.stdio == nil || token == nil || !validID(token) && strictjson.KindOf(token) != "number" {
		return nil, func() {}
	}
	var mu sync.Mutex
	ended, last := false, -1.0
	tell := func(done float64, message string) {
		mu.Lock()
		defer mu.Unlock()
		if ended || done <= last {
			return // progress only ever rises
		}
		last = done
		out := append([]byte(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":`), token...)
		out = append(out, `,"progress":`...)
		number, err := json.Marshal(done)
		if err != nil {
			return
		}
		out = append(out, number...)
		if message != "" {
			out = append(out, `,"message":`...)
			out = appendString(out, strings.ToValidUTF8(message, "\ufffd"))
		}
		p.stdio.write(append(out, "}}"...))
	}
	return tell, func() {
		mu.Lock()
		ended = true
		mu.Unlock()
	}
}
