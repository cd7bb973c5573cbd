package substrate_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/fixtures"
	"vitrine/guard"
	"vitrine/query"
)

type catalog struct {
	Detail     string
	TotalCount int `json:"total_count"`
	Tables     []json.RawMessage
	NextAfter  *string `json:"next_after"`
}

func (s *served) schema(arguments args) (c catalog, bytes int) {
	s.t.Helper()
	result := s.call("substrate_schema", arguments)
	require.NoError(s.t, json.Unmarshal(result.JSON, &c))
	return c, len(result.JSON)
}

func (c catalog) names(t *testing.T) []string {
	var names []string
	for _, raw := range c.Tables {
		var name string
		if json.Unmarshal(raw, &name) != nil {
			var object struct{ Name string }
			require.NoError(t, json.Unmarshal(raw, &object))
			name = object.Name
		}
		names = append(names, name)
	}
	return names
}

func TestSchemaLevels(t *testing.T) {
	s := shop(t)
	c, _ := s.schema(args{})
	assert.Equal(t, "names", c.Detail)
	assert.Equal(t, []string{"orders", "users"}, c.names(t))
	c, _ = s.schema(args{"detail": "summary", "search": "USER"})
	assert.Equal(t, `{"name":"orders","type":"table","columns":["id INTEGER","user_id INT","amount REAL","note TEXT"]}`, string(c.Tables[0]), "a column matches")
	assert.Equal(t, 2, c.TotalCount)
	c, _ = s.schema(args{"search": "user"})
	assert.Equal(t, []string{"users"}, c.names(t), "names alone are searched by names")
	c, _ = s.schema(args{"table": "users"})
	assert.Equal(t, "full", c.Detail)
	var d query.Description
	require.NoError(t, json.Unmarshal(c.Tables[0], &d))
	assert.Equal(t, "users", d.Name)
	require.Len(t, d.Fields, 3)
	assert.Equal(t, 1, d.Fields[0].PrimaryKey)
	assert.Contains(t, d.SQL, "CREATE TABLE users")
	c, _ = s.schema(args{"table": "main.users", "detail": "summary"})
	assert.Equal(t, []string{"users"}, c.names(t))
	e := s.fail(local, string(query.CodeUnknownTable), "substrate_schema", args{"table": "usres"})
	assert.Contains(t, fmt.Sprint(e), "users")
	c, _ = s.schema(args{"search": "nothing like it"})
	assert.Empty(t, c.Tables)
}

func TestSchemaOfTwoThousandTables(t *testing.T) {
	s := serve(t, database{name: "many", build: func(path string) error { return fixtures.ManyTables(path, 2000) }})
	c, bytes := s.schema(args{})
	assert.LessOrEqual(t, bytes, 64<<10)
	assert.Len(t, c.Tables, 2000)
	assert.Nil(t, c.NextAfter)
	t.Logf("2,000 names: %d bytes", bytes)
	assert.True(t, slices.IsSorted(c.names(t)))
	s.fail(local, "invalid_argument", "substrate_schema", args{"detail": "full", "after": *mustNext(s)})
}

// However large the limit, a page stays within its bytes, and walking them gives every table once, in order.
func TestSchemaPages(t *testing.T) {
	s := serve(t, database{name: "many", build: func(path string) error { return fixtures.ManyTables(path, 300) }})
	c, _ := s.schema(args{})
	all := c.names(t)
	for _, page := range []args{{"limit": 70}, {"detail": "summary"}, {"detail": "full", "limit": 5000}} {
		var walked []string
		after := ""
		for {
			page["after"] = after
			c, bytes := s.schema(page)
			require.LessOrEqual(t, bytes, 64<<10)
			require.Equal(t, 300, c.TotalCount)
			walked = append(walked, c.names(t)...)
			if c.NextAfter == nil {
				break
			}
			after = *c.NextAfter
		}
		assert.Equal(t, all, walked, "%v", page)
	}
}

func mustNext(s *served) *string {
	c, _ := s.schema(args{"limit": 1})
	return c.NextAfter
}

// What a policy denies is in no level, by no search, and its name is answered as one that is not there.
func TestSchemaHidesWhatIsDenied(t *testing.T) {
	s := serve(t, database{name: "shop", build: fixtures.Cases, policy: guard.Policy{DenyRelations: []string{"orders"}, MaskColumns: []string{"users.token"}}})
	for _, arguments := range []args{{}, {"detail": "summary"}, {"detail": "full"}, {"search": "order"}, {"detail": "summary", "search": "amount"}} {
		assert.NotContains(t, s.call("substrate_schema", arguments).Text, "orders")
	}
	gone := s.fail(local, string(query.CodeUnknownTable), "substrate_schema", args{"table": "orders"})
	never := s.fail(local, string(query.CodeUnknownTable), "substrate_schema", args{"table": "ordexx"})
	assert.Equal(t, strings.ReplaceAll(gone["message"].(string), "orders", "X"), strings.ReplaceAll(never["message"].(string), "ordexx", "X"))
	assert.Contains(t, s.call("substrate_schema", args{"detail": "summary"}).Text, "token TEXT (masked)")
}

func TestSchemaOfOddNames(t *testing.T) {
	for name, build := range map[string]func(string) error{"fulltext": fixtures.FullText, "rtree": fixtures.RTree, "hostile": fixtures.Hostile, "types": fixtures.Types} {
		s := serve(t, database{name: name, build: build})
		c, _ := s.schema(args{"detail": "full"})
		require.NotEmpty(t, c.Tables, name)
		for _, table := range c.names(t) {
			assert.NotRegexp(t, `^(docs|notes|cells|places)_(content|docsize|data|idx|config|node|parent|rowid)$`, table, "shadow tables are hidden")
		}
		broken := 0
		for _, table := range c.Tables {
			if strings.Contains(string(table), `"error":`) {
				broken++
			}
		}
		assert.Equal(t, name == "hostile", broken > 0, "a view that cannot be described says so in its place: %d of %s", broken, name)
	}
}
