package sqlite

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestValuesAreExact(t *testing.T) {
	s := open(t, database(t, people...))
	for _, c := range []struct {
		text string
		want []any
	}{
		{"SELECT 9007199254740993, -9223372036854775808", []any{int64(9007199254740993), int64(math.MinInt64)}},
		{"SELECT 9e999, -9e999, NULL", []any{math.Inf(1), math.Inf(-1), nil}},
		{"SELECT x'00ff10', zeroblob(0), zeroblob(3)", []any{[]byte{0, 255, 16}, []byte{}, []byte{0, 0, 0}}},
		{"SELECT '00:04', 'a:b', ''", []any{"00:04", "a:b", ""}},
		{"SELECT 1, 2, 3", []any{int64(1), int64(2), int64(3)}},
		{"SELECT 'a' || char(0) || 'b', CAST(x'ff61' AS TEXT)", []any{"a\x00b", "\xffa"}},
		{"SELECT 1.0, 0.1, 1e308 * 10 - 1e308 * 10", []any{1.0, 0.1, nil}},
		{"VALUES (1, 'x')", []any{int64(1), "x"}},
	} {
		rows, err := ask(t.Context(), s, c.text, standIn{functions: []string{"zeroblob", "char"}})
		require.NoError(t, err, c.text)
		assert.Equal(t, [][]any{c.want}, rows, c.text)
	}
}

func TestRowsOfATable(t *testing.T) {
	s := open(t, database(t, people...))
	rows, err := ask(t.Context(), s, "SELECT * FROM users WHERE id = ?1", standIn{relations: []string{"users"}}, int64(2))
	require.NoError(t, err)
	assert.Equal(t, [][]any{{int64(2), "Bob", "t2"}}, rows)
}
