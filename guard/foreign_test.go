package guard

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWhatOtherEnginesHaveGetsAHint(t *testing.T) {
	g, err := New(Policy{Dialect: SQLite})
	require.NoError(t, err)
	for text, hint := range map[string]string{
		"SHOW TABLES": "sqlite_schema", "describe orders": "pragma_table_info", " \nDESC orders;": "pragma_table_info",
		"SELECT TOP 5 * FROM t": "LIMIT", "SELECT a FROM t FETCH FIRST 5 ROWS ONLY": "LIMIT",
		"SELECT DISTINCT ON (a) * FROM t": "row_number", "SELECT * FROM a, LATERAL (SELECT 1) b": "subquery",
		"SELECT a::int FROM t": "CAST", "SELECT EXTRACT(year FROM a) FROM t": "strftime",
		"SELECT * FROM t WHERE d > now() - INTERVAL '7 days'": "modifier", "```sql\nSELECT 1\n```": "Markdown",
		"SELECT FROM": "grammar", "SELECT 1 FROM t WHERE": "ends before",
	} {
		_, err := g.Check(text)
		var r *Refusal
		if assert.ErrorAs(t, err, &r, text) {
			assert.Equal(t, SyntaxError, r.Code, text)
			assert.Contains(t, r.Hint, hint, text)
		}
	}
}
