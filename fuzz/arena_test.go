package fuzz_test

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/fixtures"
	"vitrine/guard"
	"vitrine/query"
	"vitrine/query/sqlite"
)

// arena is the database that statements are run on, as the product opens it and as nothing guards it.
type arena struct {
	dir    string
	source *sqlite.Source
	runner *query.Runner
	plain  *sql.DB // reads without a guard, an authorizer or a budget
	before string
}

// newArena writes the database of fixtures.Secrets, in the journal mode that makes no files of its own, so that
// whatever appears beside it was made by a statement.
func newArena(t testing.TB) *arena { return arenaOf(t, fixtures.Secrets) }

// memory is what one query may hold in an arena.
const memory = 64 << 20

func arenaOf(t testing.TB, write func(path string) error) *arena {
	t.Helper()
	a := &arena{dir: t.TempDir()}
	path := filepath.Join(a.dir, "arena.sqlite")
	require.NoError(t, write(path))
	writer, err := sql.Open("sqlite", "file:"+path)
	require.NoError(t, err)
	_, err = writer.Exec("PRAGMA journal_mode = DELETE")
	require.NoError(t, err)
	require.NoError(t, writer.Close())

	a.source, err = sqlite.Open(context.Background(), sqlite.Options{Name: "arena", Path: path, MaxMemory: memory})
	require.NoError(t, err)
	t.Cleanup(func() { a.source.Close() })
	a.runner = query.NewRunner(a.source, query.RunnerOptions{Default: query.Budget{Time: time.Minute}})
	a.plain, err = sql.Open("sqlite", "file:"+path+"?mode=ro")
	require.NoError(t, err)
	a.plain.SetMaxOpenConns(1)
	t.Cleanup(func() { a.plain.Close() })
	a.before = a.state(t)
	return a
}

// path is that of the database.
func (a *arena) path() string { return filepath.Join(a.dir, "arena.sqlite") }

// state is every file of the arena's folder with the digest of its bytes.
func (a *arena) state(t testing.TB) string {
	t.Helper()
	var state strings.Builder
	require.NoError(t, filepath.WalkDir(a.dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		fmt.Fprintf(&state, "%s %x\n", entry.Name(), sha256.Sum256(content))
		return err
	}))
	return state.String()
}

// unchanged fails the test if a byte or a file of the folder is another than at the beginning.
func (a *arena) unchanged(t testing.TB) {
	t.Helper()
	require.Equal(t, a.before, a.state(t), "the database or its folder has changed")
}

// answer is a result in words that can be compared.
type answer struct {
	columns []string
	rows    []string // the values of a row joined by "|", each with its type
	rowCut  bool
	notices []guard.Notice
	took    time.Duration
}

// ask runs an admitted statement as the product does. The error is a *guard.Refusal or a *query.Error.
func (a *arena) ask(stmt guard.Statement, b query.Budget) (answer, error) {
	return answerOf(a.runner, stmt, b, cell)
}

// answerOf reads a result to its end, each value in the words of cell. The error is a *guard.Refusal or a *query.Error.
func answerOf(runner *query.Runner, stmt guard.Statement, b query.Budget, cell func(query.Value) string) (answer, error) {
	start := time.Now()
	rows, err := runner.Query(context.Background(), stmt, noArgs(stmt), b)
	if err != nil {
		return answer{took: time.Since(start)}, err
	}
	defer rows.Close()
	var got answer
	for _, c := range rows.Columns() {
		got.columns = append(got.columns, c.Name)
	}
	for rows.Next() {
		var cells []string
		for _, v := range rows.Values() {
			cells = append(cells, cell(v))
		}
		got.rows = append(got.rows, strings.Join(cells, "|"))
	}
	got.rowCut = rows.TruncatedBy() == query.TruncatedByRows
	got.notices = rows.Notices()
	got.took = time.Since(start)
	return got, rows.Err()
}

// noArgs binds NULL to every parameter, as where nothing is bound.
func noArgs(stmt guard.Statement) query.Args {
	args := query.Args{}
	for _, p := range stmt.Parameters() {
		args[strconv.Itoa(p.Index)] = nil
	}
	return args
}

func cell(v query.Value) string {
	switch v.Kind {
	case query.Integer:
		return "I:" + strconv.FormatInt(v.Int, 10)
	case query.Real:
		return "R:" + strconv.FormatFloat(v.Float, 'g', -1, 64)
	case query.Text:
		return "T:" + string(v.Bytes)
	case query.Blob:
		return fmt.Sprintf("B:%x", v.Bytes)
	}
	return "N:"
}

// original runs a text without any guard, every parameter NULL, and returns its columns and at most the first n rows. It
// speaks with the driver itself, since database/sql knows no parameter such as ?7.
func (a *arena) original(text string, parameters []guard.Parameter, n int) (got answer, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	connection, err := a.plain.Conn(ctx)
	if err != nil {
		return answer{}, err
	}
	defer connection.Close()
	err = connection.Raw(func(c any) error {
		var args []driver.NamedValue
		for _, p := range parameters {
			for len(args) < p.Index {
				args = append(args, driver.NamedValue{Ordinal: len(args) + 1})
			}
		}
		for _, p := range parameters {
			if p.Name != "?" {
				args = append(args, driver.NamedValue{Name: p.Name[1:], Ordinal: p.Index})
			}
		}
		rows, err := c.(driver.QueryerContext).QueryContext(ctx, text, args)
		if err != nil {
			return err
		}
		defer rows.Close()
		got.columns = rows.Columns()
		values := make([]driver.Value, len(got.columns))
		for len(got.rows) < n {
			if err := rows.Next(values); err == io.EOF {
				return nil
			} else if err != nil {
				return err
			}
			var cells []string
			for _, v := range values {
				cells = append(cells, driverCell(v))
			}
			got.rows = append(got.rows, strings.Join(cells, "|"))
		}
		return nil
	})
	return got, err
}

func driverCell(v driver.Value) string {
	switch v := v.(type) {
	case int64:
		return "I:" + strconv.FormatInt(v, 10)
	case float64:
		return "R:" + strconv.FormatFloat(v, 'g', -1, 64)
	case string:
		return "T:" + v
	case []byte:
		return fmt.Sprintf("B:%x", v)
	case nil:
		return "N:"
	}
	return fmt.Sprintf("%T", v)
}

// codeOf returns the code of a refusal or an error, "" for nil.
func codeOf(err error) string {
	var refusal *guard.Refusal
	var failure *query.Error
	switch {
	case err == nil:
		return ""
	case errors.As(err, &refusal):
		return string(refusal.Code)
	case errors.As(err, &failure):
		return string(failure.Code)
	}
	return "an error of type " + fmt.Sprintf("%T", err)
}
