package mcp

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/tools"
)

// TestReady tells of sources to those who may name them, and is ready while one of them can be asked.
func TestReady(t *testing.T) {
	server, _ := testServer(t, Options{})
	states := map[string]string{}
	handler, err := NewHandler(server, HTTPOptions{
		Loopback: true, Tokens: tokens{"ann": tools.Caller{Name: "ann", Sources: []string{"shop", "books"}}},
		Sources: func() map[string]string { return states },
	})
	require.NoError(t, err)
	ask := func(query, token string) (int, map[string]any) {
		r := httptest.NewRequest(http.MethodGet, "http://127.0.0.1/readyz"+query, nil)
		if token != "" {
			r.Header.Set("Authorization", "Bearer "+token)
		}
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, r)
		var body map[string]any
		require.NoError(t, json.Unmarshal(recorder.Body.Bytes(), &body))
		return recorder.Code, body
	}
	type sources = map[string]any
	const down = "source_unavailable"
	for name, c := range map[string]struct {
		states       map[string]string
		query, token string
		status       int
		says         string
		sources      any
	}{
		"nothing is served":               {nil, "", "ann", 200, "ready", sources{}},
		"all is well":                     {map[string]string{"shop": "", "books": "", "secret": ""}, "", "ann", 200, "ready", sources{"shop": "ready", "books": "ready"}},
		"one is down":                     {map[string]string{"shop": "", "books": down}, "", "ann", 200, "ready", sources{"shop": "ready", "books": down}},
		"that one":                        {map[string]string{"shop": "", "books": down}, "?source=books", "ann", 503, "the source cannot be asked", sources{"books": down}},
		"the other":                       {map[string]string{"shop": "", "books": down}, "?source=shop", "ann", 200, "ready", sources{"shop": "ready"}},
		"one that the caller cannot name": {map[string]string{"shop": "", "secret": ""}, "?source=secret", "ann", 404, "", nil},
		"one that is not there":           {map[string]string{"shop": ""}, "?source=other", "ann", 404, "", nil},
		"all are down":                    {map[string]string{"shop": down, "secret": down}, "", "ann", 503, "no source can be asked", sources{"shop": down}},
		"without a token":                 {map[string]string{"shop": "", "books": down}, "", "", 200, "ready", nil},
		"without a token, all down":       {map[string]string{"books": down}, "", "", 503, "no source can be asked", nil},
		"without a token, of one":         {map[string]string{"shop": ""}, "?source=shop", "", 404, "", nil},
	} {
		states = c.states
		status, body := ask(c.query, c.token)
		assert.Equal(t, c.status, status, name)
		if c.says != "" {
			assert.Equal(t, c.says, body["status"], name)
		}
		assert.Equal(t, c.sources, body["sources"], name)
	}
	states = map[string]string{"shop": ""}
	handler.Drain()
	status, body := ask("", "")
	assert.Equal(t, 503, status)
	assert.Equal(t, "draining", body["status"])
}
