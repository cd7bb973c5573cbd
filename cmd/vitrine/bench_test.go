package main

import (
	"database/sql"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	_ "modernc.org/sqlite" // the driver "sqlite", to write the table
)

// buildCommand builds the command as a user would.
func buildCommand(b *testing.B) string {
	path := filepath.Join(b.TempDir(), "vitrine")
	output, err := exec.Command("go", "build", "-o", path, ".").CombinedOutput()
	require.NoError(b, err, string(output))
	return path
}

// buildMillion writes a table of a million rows: two integers, a real and a text.
func buildMillion(b *testing.B) string {
	path := filepath.Join(b.TempDir(), "million.sqlite")
	db, err := sql.Open("sqlite", path)
	require.NoError(b, err)
	for _, statement := range []string{
		"PRAGMA journal_mode=OFF",
		"CREATE TABLE orders(id INTEGER PRIMARY KEY, user_id INT, amount REAL, note TEXT)",
		`WITH RECURSIVE n(id) AS (VALUES (1) UNION ALL SELECT id + 1 FROM n WHERE id < 1000000)
			INSERT INTO orders SELECT id, id * 7919 % 50000, id % 9973 / 100.0, 'order ' || id || ' of a customer' FROM n`,
	} {
		_, err := db.Exec(statement)
		require.NoError(b, err)
	}
	require.NoError(b, db.Close())
	return path
}

// measure runs a command whose output goes to the file target, as a user's would, and returns how long it took and the most
// memory that it held.
func measure(b *testing.B, target, path string, arguments ...string) (took time.Duration, peak int64) {
	out, err := os.Create(target)
	require.NoError(b, err)
	defer out.Close()
	var stderr strings.Builder
	cmd := exec.Command(path, arguments...)
	cmd.Stdout, cmd.Stderr = out, &stderr
	began := time.Now()
	require.NoError(b, cmd.Run(), stderr.String())
	took = time.Since(began)
	peak = cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss
	if runtime.GOOS == "linux" {
		peak <<= 10 // kilobytes there, bytes on a Mac
	}
	return took, peak
}

// BenchmarkMillionRows writes a million rows as JSON lines, and lets sqlite3 write the same as JSON, in turn.
func BenchmarkMillionRows(b *testing.B) {
	shell, err := exec.LookPath("sqlite3")
	if err != nil {
		b.Skip("sqlite3 is not installed: there is nothing to compare with")
	}
	command, database, target := buildCommand(b), buildMillion(b), filepath.Join(b.TempDir(), "out")
	const statement = "SELECT id, user_id, amount, note FROM orders"
	var ours, theirs time.Duration
	var peak int64
	for b.Loop() {
		took, most := measure(b, target, command, "query", statement, "--db", database, "--limit", "all", "--format", "jsonl", "--timeout", "none")
		ours, peak = ours+took, max(peak, most)
		took, _ = measure(b, target, shell, "-json", "-readonly", database, statement)
		theirs += took
	}
	b.ReportMetric(ours.Seconds()/float64(b.N), "vitrine-s")
	b.ReportMetric(theirs.Seconds()/float64(b.N), "sqlite3-s")
	b.ReportMetric(ours.Seconds()/theirs.Seconds(), "ratio")
	b.ReportMetric(float64(peak)/(1<<20), "peak-MiB")
}

// BenchmarkStart runs a query that costs nothing, from the start of the process to its end.
func BenchmarkStart(b *testing.B) {
	command, database, target := buildCommand(b), buildMillion(b), filepath.Join(b.TempDir(), "out")
	var sum time.Duration
	var peak int64
	for b.Loop() {
		took, most := measure(b, target, command, "query", "SELECT 1", "--db", database)
		sum, peak = sum+took, max(peak, most)
	}
	b.ReportMetric(sum.Seconds()*1000/float64(b.N), "ms")
	b.ReportMetric(float64(peak)/(1<<20), "peak-MiB")
}
