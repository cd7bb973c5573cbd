package query

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestNear(t *testing.T) {
	for _, c := range []struct {
		name       string
		candidates []string
		want       []string
	}{
		{"nmae", []string{"id", "name", "token"}, []string{"name"}},
		{"NAME", []string{"id", "name"}, []string{"name"}},
		{"user", []string{"users", "orders"}, []string{"users"}},
		{"userid", []string{"id", "user_id"}, []string{"user_id"}},
		{"created", []string{"created_at", "updated_at"}, []string{"created_at"}},
		{"usres", []string{"users", "orders", "uses", "ures", "usrs"}, []string{"ures", "users", "uses"}},
		{"x", []string{"y", "z"}, nil},
		{"zzz", []string{"id", "name"}, nil},
		{"a", nil, nil},
	} {
		assert.Equal(t, c.want, Near(c.name, c.candidates), c.name)
	}
}

func TestNearGivesEachNameOnce(t *testing.T) {
	assert.Equal(t, []string{"name"}, Near("nmae", []string{"name", "name"}))
}

func TestUnknownNamesTheNearOnes(t *testing.T) {
	e := UnknownColumn("nmae", []string{"name"})
	assert.Equal(t, CodeUnknownColumn, e.Code)
	assert.Equal(t, "no such column: nmae; did you mean name?", e.Message)
	e = UnknownTable("ordr", []string{"a", "b", "c"})
	assert.Equal(t, "no such table: ordr; did you mean a, b or c?", e.Message)
}
