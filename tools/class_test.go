package tools

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestCallers holds each field of a caller to what it permits. What is not named is not permitted.
func TestCallers(t *testing.T) {
	spend := &Tool{Descriptor: Descriptor{Name: "spend", Classes: []Class{ClassStreamState, ClassCostData}}}
	plain := &Tool{Descriptor: Descriptor{Name: "plain"}}
	both := []Class{ClassStreamState, ClassCostData}
	for _, c := range []struct {
		name        string
		caller      Caller
		spend, all  bool
		usesTheShop bool
	}{
		{name: "the zero value may call what needs no class", all: true},
		{name: "one of two classes", caller: Caller{Classes: both[:1]}, all: true},
		{name: "both classes", caller: Caller{Classes: both}, spend: true, all: true},
		{name: "classes, and other tools", caller: Caller{Classes: both, Tools: []string{"plain"}}, all: true},
		{name: "classes, and this tool alone", caller: Caller{Classes: both, Tools: []string{"spend"}}, spend: true},
		{name: "the tool without its classes", caller: Caller{Tools: []string{"spend", "plain"}}, all: true},
		{name: "a list of no tools", caller: Caller{Classes: both, Tools: []string{}}},
		{name: "a source", caller: Caller{Sources: []string{"shop"}}, all: true, usesTheShop: true},
		{name: "another source", caller: Caller{Sources: []string{"store"}}, all: true},
		{name: "the local operator", caller: LocalOperator(), spend: true, all: true, usesTheShop: true},
	} {
		may, _ := c.caller.MayCall(spend)
		assert.Equal(t, c.spend, may, c.name)
		may, _ = c.caller.MayCall(plain)
		assert.Equal(t, c.all, may, c.name)
		assert.Equal(t, c.usesTheShop, c.caller.MayUse("shop"), c.name)
	}
}
