package mcp

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/tools"
)

// The list of the tools is the same to the byte from call to call, from server to server and in both eras, and a token
// sees a part of it in the same order.
func TestTheListIsAlwaysTheSame(t *testing.T) {
	names := func(list []byte) (all []string) {
		for _, m := range regexp.MustCompile(`\{"name":"([a-z_]+)","title"`).FindAllSubmatch(list, -1) {
			all = append(all, string(m[1]))
		}
		return all
	}
	server, _ := testServer(t, Options{})
	first := server.catalog.Load().list(tools.LocalOperator())
	require.Equal(t, []string{"echo", "refused", "wait", "spend", "csv"}, names(first))
	for range 50 {
		another, _ := testServer(t, Options{})
		assert.Equal(t, string(first), string(server.catalog.Load().list(tools.LocalOperator())))
		assert.Equal(t, string(first), string(another.catalog.Load().list(tools.LocalOperator())))
	}
	assert.Equal(t, []string{"echo", "refused", "wait", "csv"}, names(server.catalog.Load().list(testTokens["some"])))
}
