package fuzz_test

import (
	"testing"

	"vitrine/fuzz/oracle"
)

// FuzzReaderSQLite holds the guard's reader against SQLite's own parser: both accept a text or both refuse it, with the
// same words about the same token; the statement ends at the same byte and has the same parameters. A second argument
// other than 0 first moves, drops and replaces tokens of the text.
func FuzzReaderSQLite(f *testing.F) {
	for _, text := range readerSeeds {
		f.Add(text, uint64(0))
		f.Add(text, uint64(1))
	}
	engine, err := oracle.Open()
	if err != nil {
		f.Fatal(err)
	}
	defer engine.Close()
	engine.Authorize()
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		if len(text) > 4000 {
			return
		}
		if seed != 0 {
			text = oracle.Mutate(text, seed)
		}
		if difference := oracle.Compare(engine, text); difference != "" {
			t.Fatalf("%q\n%s", text, difference)
		}
	})
}

var readerSeeds = []string{
	"SELECT 1",
}
