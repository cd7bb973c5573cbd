//go:build cgo

package postgres

import (
	"testing"

	pg_query "github.com/pganalyze/pg_query_go/v5"
	"github.com/stretchr/testify/assert"
)

// TestEveryNodeIsJudged fails when the library brings a type of node that nobody has looked at.
func TestEveryNodeIsJudged(t *testing.T) {
	messages := (&pg_query.Node{}).ProtoReflect().Descriptor().ParentFile().Messages()
	assert.Greater(t, messages.Len(), 250)
	known := make(map[string]bool)
	for i := range messages.Len() {
		name := string(messages.Get(i).Name())
		known[name] = true
		_, no := refused[name]
		assert.True(t, admitted[name] != no, "node %s must be either admitted or refused", name)
	}
	for name := range admitted {
		assert.True(t, known[name], "node %s does not exist", name)
	}
	for name := range refused {
		assert.True(t, known[name], "node %s does not exist", name)
	}
}
