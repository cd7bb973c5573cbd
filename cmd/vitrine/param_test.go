package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/query"
)

func TestParseParams(t *testing.T) {
	is := func(given string, name string, want any) {
		t.Helper()
		args, err := parseParams([]string{given})
		require.NoError(t, err)
		assert.Equal(t, query.Args{name: want}, args)
	}
	is("id=7", "id", int64(7))
	is(":id=7", "id", int64(7))
	is("@id=-7", "id", int64(-7))
	is("$id=0", "id", int64(0))
	is("?2=x", "2", "x")
	is("2=x", "2", "x")
	is("n=9223372036854775807", "n", int64(9223372036854775807))
	is("n=-9223372036854775808", "n", int64(-9223372036854775808))
	is("r=1.50", "r", 1.5)
	is("r=1e5", "r", 1e5)
	is("t=", "t", "")
	is("t=Ann", "t", "Ann")
	is("t=a=b", "t", "a=b")
	is("t= 7", "t", " 7")
	is("t=007", "t", "007")
	is("t=+7", "t", "+7")
	is("t=0x10", "t", "0x10")
	is("t=1_000", "t", "1_000")
	is("t=-", "t", "-")
	is("t=null", "t", "null")
	is("t=true", "t", "true")
	is("t=NaN", "t", "NaN")
	is("t=12:30", "t", "12:30")
	is(`t={"a":1}`, "t", `{"a":1}`)
	is("id:text=7", "id", "7")
	is("id:integer=007", "id", int64(7))
	is("r:real=7", "r", 7.0)
	is("b:blob=00fF", "b", []byte{0, 0xff})
	is("b:blob=", "b", []byte{})
	is("f:boolean=true", "f", true)
	is("x:null", "x", nil)
	is("x:null=", "x", nil)

	refuse := func(want string, given ...string) {
		t.Helper()
		_, err := parseParams(given)
		var usage *usageError
		require.ErrorAs(t, err, &usage)
		assert.Contains(t, usage.message, want)
		assert.NotEmpty(t, usage.hint)
	}
	refuse(`"id" has no value`, "id")
	refuse(`"=7" has no name`, "=7")
	refuse(`":=7" has no name`, ":=7")
	refuse(`"n:=7" has no type`, "n:=7")
	refuse(`unknown type "int"`, "id:int=7")
	refuse(`no whole number`, "id:integer=7.0")
	refuse(`no whole number`, "id:integer=9223372036854775808")
	refuse(`no number`, "r:real=x")
	refuse(`hex digits`, "b:blob=0")
	refuse(`neither true nor false`, "f:boolean=1")
	refuse(`null takes no value`, "x:null=0")
	refuse(`does not fit into 64 bits`, "n=9223372036854775808")
	refuse(`too large`, "n=1e999")
	refuse(`twice`, "a=1", "a=2")
}
