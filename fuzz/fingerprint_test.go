package fuzz_test

import (
	"crypto/sha256"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// fingerprint is a hash of a database and of the names of what lies beside it, but for the index of a WAL.
func fingerprint(t testing.TB, path string) [sha256.Size]byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	names := []string{}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), "-shm") && !strings.HasSuffix(e.Name(), "-wal") {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	return sha256.Sum256(append(text, strings.Join(names, "\x00")...))
}
