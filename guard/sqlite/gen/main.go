// Gen writes guard/sqlite/tables_gen.go: SQLite's grammar and its tables of characters and keywords, read from the
// translation of SQLite to Go that the module requires (modernc.org/sqlite). It fails where the grammar has a rule that
// actions.go does not know, so that an upgrade of SQLite cannot change what the reader accepts unnoticed.
//
// Run it with go generate in guard/sqlite.
package main

import (
	"fmt"
	"os"
)

const output = "tables_gen.go"

func main() {
	text, err := generate()
	if err == nil {
		err = os.WriteFile(output, text, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

// generate returns the text of tables_gen.go.
func generate() ([]byte, error) {
	s, err := readSource()
	if err != nil {
		return nil, err
	}
	g, err := recover(s)
	if err != nil {
		return nil, err
	}
	actions, err := g.bind()
	if err != nil {
		return nil, err
	}
	return g.emit(actions)
}
