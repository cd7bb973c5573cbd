package mcp

import (
	"context"
	"net/http"
	"sync"

	"vitrine/tools/strictjson"
)

// maxBatch is how many messages a batch may hold.
const maxBatch = 100

// batch takes in an array of messages, as 2025-03-26 has it, and returns what runs and answers them. Its messages run
// concurrently; its calls can be cancelled from the moment that batch returns.
func (s *Server) batch(ctx context.Context, p *peer, raw []byte) func() answer {
	refuse := func(e *rpcError) func() answer {
		return func() answer { return s.fails(nil, http.StatusBadRequest, e) }
	}
	elements, err := strictjson.Array(raw)
	if err != nil {
		return refuse(fail(codeParse, "not JSON: %s", err))
	}
	if len(elements) == 0 || len(elements) > maxBatch {
		return refuse(fail(codeInvalidRequest, "a batch holds 1 to %d messages, not %d", maxBatch, len(elements)))
	}
	answers := make([]answer, len(elements))
	messages := make([]*message, len(elements))
	for i, element := range elements {
		m, bad := parseMessage(element)
		if bad == nil && m.method == "initialize" {
			bad = fail(codeInvalidRequest, "initialize does not stand in a batch")
		}
		if bad != nil {
			answers[i] = s.fails(m.id, http.StatusBadRequest, bad)
			continue
		}
		s.enlist(ctx, p, &m)
		messages[i] = &m
	}
	return func() answer {
		var running sync.WaitGroup
		for i, m := range messages {
			if m != nil {
				running.Go(func() { answers[i] = s.dispatch(ctx, p, m) })
			}
		}
		running.Wait()
		return join(answers)
	}
}

// join makes one answer of those to the messages of a batch; notifications alone are answered with nothing.
func join(answers []answer) answer {
	whole := answer{status: http.StatusAccepted}
	for _, a := range answers {
		if a.body == nil || a.cancelled {
			continue
		}
		if whole.body == nil {
			whole.body = []byte{'['}
		} else {
			whole.body = append(whole.body, ',')
		}
		whole.body = append(whole.body, a.body...)
		recycle(a.body)
	}
	if whole.body != nil {
		whole.body = append(whole.body, ']')
		whole.status = http.StatusOK
	}
	return whole
}
