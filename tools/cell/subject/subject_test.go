package subject_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/tools/cell/subject"
)

func TestMatches(t *testing.T) {
	for _, c := range []struct {
		pattern, subject string
		want             bool
	}{
		{"a", "a", true},
		{"a", "b", false},
		{"a", "a.b", false},
		{"a.b", "a", false},
		{"A", "a", false},
		{"*", "a", true},
		{"*", "a.b", false},
		{"a.*", "a.b", true},
		{"a.*", "a", false},
		{"a.*", "a.b.c", false},
		{"*.b", "a.b", true},
		{"a.*.c", "a.b.c", true},
		{"a.*.c", "a.b.d", false},
		{">", "a", true},
		{">", "a.b.c", true},
		{"a.>", "a.b", true},
		{"a.>", "a.b.c", true},
		{"a.>", "a", false},
		{"a.>", "b.c", false},
		{"*.>", "a.b", true},
		{"*.>", "a", false},
		{"a*", "ab", false},
		{"a*", "a*", true},
		{"a>", "ab", false},
		{"*a", "*a", true},
	} {
		assert.Equal(t, c.want, subject.Matches(c.pattern, c.subject), "%s ~ %s", c.pattern, c.subject)
	}
}

// The server's own match of a subject against a filter is the oracle.
func TestMatchesAsTheServerDoes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	text := func(words ...string) string {
		tokens := make([]string, 1+random.IntN(4))
		for i := range tokens {
			tokens[i] = words[random.IntN(len(words))]
		}
		return strings.Join(tokens, ".")
	}
	matched := 0
	for range 20_000 {
		pattern, asked := text("a", "b", "*", ">", "a*", ">a", "$S"), text("a", "b", "a*", ">a", "$S")
		require.Equal(t, server.IsValidSubject(pattern), subject.CheckPattern(pattern) == nil, pattern)
		require.Equal(t, server.IsValidLiteralSubject(asked), subject.Check(asked) == nil, asked)
		if subject.CheckPattern(pattern) != nil || subject.Check(asked) != nil {
			continue
		}
		want := server.SubjectMatchesFilter(asked, pattern)
		require.Equal(t, want, subject.Matches(pattern, asked), "%s ~ %s", pattern, asked)
		if want {
			matched++
		}
	}
	assert.Greater(t, matched, 1000)
}

func TestChecks(t *testing.T) {
	for _, text := range []string{"a", "a.b", "$JS.API.INFO", "é.x", "a*b", "a>b"} {
		assert.NoError(t, subject.Check(text), text)
	}
	for _, text := range []string{"", ".", "a.", ".a", "a..b", "a b", "a\tb", "a\r\nb", "a\x00", "*", ">", "a.*", "a.>", "\xff", strings.Repeat("a", 300)} {
		assert.Error(t, subject.Check(text), "%q", text)
	}
	for _, text := range []string{"*", ">", "a.*", "a.>", "*.*.>", "a.*.b"} {
		assert.NoError(t, subject.CheckPattern(text), text)
	}
	for _, text := range []string{"", ">.a", "a.>.b", "a..*", "a b"} {
		assert.Error(t, subject.CheckPattern(text), "%q", text)
	}
}

func TestAllowed(t *testing.T) {
	assert.False(t, subject.Allowed(nil, "a"))
	assert.True(t, subject.Allowed([]string{"x", "a.*"}, "a.b"))
	assert.False(t, subject.Allowed([]string{">"}, "$JS.API.STREAM.DELETE.s"), "> does not open the server's administration")
	assert.False(t, subject.Allowed([]string{"*.API.>"}, "$JS.API.INFO"))
	assert.True(t, subject.Allowed([]string{"$JS.API.INFO"}, "$JS.API.INFO"))
	assert.True(t, subject.Allowed([]string{"$JS.>"}, "$JS.API.INFO"))
}
