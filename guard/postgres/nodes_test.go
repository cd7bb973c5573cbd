//go:build cgo

package postgres

import (
	"maps"
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

// honest are statements that use every type of node that is admitted.
var honest = []string{
	"SELECT 1, 2.5, true, 'a', B'101', NULL FROM t AS a(x) WHERE NOT (a.x > 1 AND a.x IS NOT NULL) ORDER BY 1 LIMIT 3",
	"WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r) SEARCH DEPTH FIRST BY i SET o CYCLE i SET c USING p SELECT * FROM r",
	"SELECT sum(x) OVER (PARTITION BY y) FROM t GROUP BY GROUPING SETS ((x), ()), y HAVING GROUPING(x) = 0",
	"SELECT * FROM (SELECT 1) AS s, generate_series(1, 2) AS g(n), json_to_recordset($1) AS j(a int)",
	"SELECT * FROM xmltable('/a' PASSING x COLUMNS b text PATH 'b')",
	"SELECT * FROM t TABLESAMPLE system (1) JOIN u ON t.a = u.a",
	"SELECT (ARRAY[1, 2])[1], x IS TRUE, CASE WHEN x THEN 1 END, COALESCE(x, y), GREATEST(x, y), ROW(1, 2), EXISTS (SELECT 1)",
	"SELECT make_interval(secs => 1), x::text COLLATE \"C\", current_date, xmlelement(name a), xmlserialize(content x AS text)",
	"SELECT json_object('k': 1 RETURNING json), json_array(1, 2), json_array(SELECT 1), json_objectagg('k': 1), json_arrayagg(1), '{}' IS JSON",
	"SELECT json_object('k': x FORMAT JSON)",
	"VALUES (DEFAULT)",
}

// TestEveryAdmittedNodeIsNeeded takes each type of node out of the table and sees an honest statement refused for it, so
// that none is lost unseen, and none is admitted that no statement is known to use.
func TestEveryAdmittedNodeIsNeeded(t *testing.T) {
	for _, text := range honest {
		assert.Empty(t, read(t, text).Refusals, text)
	}
	for kind := range maps.Clone(admitted) {
		switch kind {
		case "Node", "List", "A_Star", "WithClause":
			continue // they are taken with the node that holds them, and never looked up
		}
		delete(admitted, kind)
		found := false
		for _, text := range honest {
			for _, r := range read(t, text).Refusals {
				found = found || r.Node == kind
			}
		}
		admitted[kind] = true
		assert.True(t, found, "no honest statement is refused where %s is not admitted", kind)
	}
}
