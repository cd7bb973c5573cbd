package query

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/guard"
)

func TestBind(t *testing.T) {
	for _, c := range []struct {
		parameters []guard.Parameter
		args       Args
		want       []any
	}{
		{nil, nil, nil},
		{[]guard.Parameter{{Name: ":a", Index: 1}}, Args{"a": int64(1)}, []any{int64(1)}},
		{[]guard.Parameter{{Name: "@a", Index: 1}, {Name: "$b", Index: 2}}, Args{"a": "x", "b": nil}, []any{"x", nil}},
		{[]guard.Parameter{{Name: "?", Index: 1}, {Name: "?", Index: 2}}, Positional(1.5, true), []any{1.5, true}},
		{[]guard.Parameter{{Name: "?3", Index: 3}}, Args{"3": []byte("x")}, []any{nil, nil, []byte("x")}},
		{[]guard.Parameter{{Name: ":a", Index: 1}}, Positional(7), []any{int64(7)}},
		{[]guard.Parameter{{Name: ":a", Index: 1}, {Name: "@a", Index: 2}}, Args{"a": "both"}, []any{"both", "both"}},
	} {
		got, err := c.args.Bind(c.parameters)
		require.NoError(t, err)
		assert.Equal(t, c.want, got)
	}
}

func TestBindRefuses(t *testing.T) {
	for _, c := range []struct {
		parameters []guard.Parameter
		args       Args
		message    string
	}{
		{[]guard.Parameter{{Name: ":a", Index: 1}}, nil, "no value is given for :a"},
		{[]guard.Parameter{{Name: "?", Index: 1}, {Name: "?", Index: 2}}, Positional(1), "no value is given for ?2"},
		{nil, Args{"a": nil}, `the statement has no parameter for "a"`},
		{[]guard.Parameter{{Name: ":a", Index: 1}}, Args{"a": nil, "1": nil}, `the statement has no parameter for "1"`},
		{[]guard.Parameter{{Name: ":a", Index: 1}}, Args{"a": []int{1}}, "the value of parameter a is a []int, which cannot be bound"},
	} {
		_, err := c.args.Bind(c.parameters)
		var e *Error
		require.ErrorAs(t, err, &e)
		assert.Equal(t, CodeParameter, e.Code)
		assert.Equal(t, c.message, e.Message)
		assert.NotEmpty(t, e.Hint)
	}
}
