package fuzz_test

import (
	"os"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	guardsqlite "vitrine/guard/sqlite"
)

// elsewhere are the rules that a generated SELECT cannot be read by, each with the reason.
var elsewhere = map[string]string{
	"explain ::= EXPLAIN":                                        wrapped,
	"explain ::= EXPLAIN QUERY PLAN":                             wrapped,
	"expr ::= RAISE LP IGNORE RP":                                trigger,
	"expr ::= RAISE LP raisetype COMMA expr RP":                  trigger,
	"raisetype ::= ROLLBACK":                                     trigger,
	"raisetype ::= ABORT":                                        trigger,
	"raisetype ::= FAIL":                                         trigger,
	"with ::=":                                                   before,
	"with ::= WITH wqlist":                                       before,
	"with ::= WITH RECURSIVE wqlist":                             before,
	"collate ::= COLLATE ID|STRING":                              "among the columns of an index; in a common table it is an error",
	"window ::= nm PARTITION BY nexprlist orderby_opt frame_opt": "SQLite refuses to override the partition of the window that is named",
	"input ::= cmdlist":                                          behind,
	"cmdlist ::= cmdlist ecmd":                                   behind,
	"cmdlist ::= ecmd":                                           behind,
	"ecmd ::= SEMI":                                              behind,
	"ecmd ::= cmdx SEMI":                                         behind,
	"ecmd ::= explain cmdx SEMI":                                 behind,
	"signed ::= plus_num":                                        unit,
	"signed ::= minus_num":                                       unit,
	"selectnowith ::= oneselect":                                 unit,
	"expr ::= term":                                              unit,
	"windowdefn_list ::= windowdefn":                             unit,
	"window ::= frame_opt":                                       unit,
}

const (
	wrapped = "EXPLAIN stands before a statement; the generator writes the statement"
	trigger = "RAISE has no place outside a trigger"
	before  = "WITH before INSERT, UPDATE and DELETE"
	behind  = "the reader ends with the first statement"
	unit    = "Lemon leaves rules of one symbol out of the automaton"
)

// TestGeneratorReducesEveryRule holds the generator to the grammar itself: each rule of SQLite's own that belongs to
// SELECT must be used by some generated statement. So a construct that an upgrade of SQLite brings fails here until the
// generator writes it.
func TestGeneratorReducesEveryRule(t *testing.T) {
	tables, err := os.ReadFile("../guard/sqlite/tables_gen.go")
	require.NoError(t, err)
	names := map[int]string{}
	for _, found := range regexp.MustCompile(`// (\d+): (.+ ::=.*)`).FindAllStringSubmatch(string(tables), -1) {
		number, err := strconv.Atoi(found[1])
		require.NoError(t, err)
		names[number] = found[2]
	}
	used := map[int]int{}
	for seed := range uint64(4000) {
		text, _ := generate(seed)
		for _, number := range guardsqlite.Reduced(text) {
			used[number]++
		}
	}
	counted := 0
	for _, number := range guardsqlite.OfSelect() {
		name := names[number]
		require.NotEmpty(t, name, "rule %d", number)
		if _, other := elsewhere[name]; other {
			assert.Zero(t, used[number], "%s is used after all", name)
			continue
		}
		assert.Positive(t, used[number], "no generated statement uses %s", name)
		counted++
	}
	t.Logf("%d rules of SQLite's grammar are used by generated statements", counted)
}
