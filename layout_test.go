package vitrine_test

import (
	"bufio"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// layers orders the top-level packages: a package may import those of lower layers, and its own.
var layers = map[string]int{"guard": 1, "query": 2, "fixtures": 2, "tools": 3, "cmd": 4, "fuzz": 5}

// forbidden are imports that a package, and all below it, must not have outside its tests.
var forbidden = map[string][]string{
	"guard":              {"os", "net", "net/http", "database/sql", "os/exec", "syscall", "time"},
	"query":              {"net/http", "os/exec", "database/sql"},
	"tools/mcp":          {"github.com/modelcontextprotocol/go-sdk"},
	"query/encode":       {"modernc.org/sqlite"},
	"tools":              {"modernc.org/sqlite", "github.com/jackc/pgx/v5", "database/sql"},
	"guard/sqlite":       {"modernc.org/sqlite"},
	"cmd":                {"github.com/modelcontextprotocol/go-sdk", "database/sql"},
	"guard/postgres":     {"github.com/jackc/pgx/v5"},
	"query/sqlite":       {"github.com/jackc/pgx/v5"},
	"query/postgres":     {"modernc.org/sqlite"},
	"tools/substrate":    {"net"},
	"tools/fleet":        {"net", "os"},
	"tools/fleet/render": {"net", "os"},
}

// goFiles calls f with every Go file of the module, by its slash path from the root.
func goFiles(t *testing.T, f func(name string)) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && name != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "node_modules") {
			return fs.SkipDir
		}
		if strings.HasSuffix(name, ".go") {
			f(filepath.ToSlash(name))
		}
		return nil
	}))
}

func TestDependenciesPointOneWay(t *testing.T) {
	goFiles(t, func(name string) {
		dir := path.Dir(name)
		top, _, _ := strings.Cut(name, "/")
		if dir == "." || strings.HasSuffix(name, "_test.go") || strings.Contains(dir, "/gen") || strings.HasSuffix(dir, "test") {
			return
		}
		layer, known := layers[top]
		require.True(t, known, "%s: the folder %s is not among the project's top level", name, top)
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		require.NoError(t, err)
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			require.NoError(t, err)
			if ours, ok := strings.CutPrefix(imported, "vitrine/"); ok {
				theirTop, _, _ := strings.Cut(ours, "/")
				assert.LessOrEqual(t, layers[theirTop], layer, "%s imports %s: cmd → tools → query → guard is the direction", name, imported)
				if top != theirTop {
					assert.Less(t, layers[theirTop], layer, "%s imports %s", name, imported)
				}
			}
			for folder, banned := range forbidden {
				if dir != folder && !strings.HasPrefix(dir, folder+"/") || folder == "query" && strings.HasPrefix(dir, "query/postgres") {
					continue
				}
				for _, b := range banned {
					assert.False(t, imported == b || strings.Contains(b, ".") && strings.HasPrefix(imported, b+"/") && !allowedBelow(dir, imported),
						"%s imports %s, which %s must not", name, imported, folder)
				}
			}
		}
	})
}

// allowedBelow names the one exception: the engine uses the C interface below the driver's root.
func allowedBelow(dir, imported string) bool {
	return strings.HasPrefix(dir, "query/sqlite") && strings.HasPrefix(imported, "modernc.org/sqlite/")
}

func TestNamesSayWhatTheyHold(t *testing.T) {
	goFiles(t, func(name string) {
		for _, part := range strings.Split(strings.TrimSuffix(name, ".go"), "/") {
			for _, empty := range []string{"util", "utils", "helper", "helpers", "manager", "common", "misc"} {
				assert.NotEqual(t, empty, strings.TrimSuffix(part, "_test"), "%s: name it after its concept", name)
			}
		}
	})
}

// TestFilesAreOneConcept warns; it does not fail, since a table or one coherent grammar may be longer.
func TestFilesAreOneConcept(t *testing.T) {
	goFiles(t, func(name string) {
		if strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, "_gen.go") {
			return
		}
		f, err := os.Open(name)
		require.NoError(t, err)
		defer f.Close()
		lines := 0
		for s := bufio.NewScanner(f); s.Scan(); {
			lines++
		}
		if lines > 400 {
			t.Logf("warning: %s has %d lines; a file is one concept, under about 400", name, lines)
		}
	})
}

// TestEveryFuzzTargetHasSeeds keeps a target from running on nothing: it needs f.Add or a seed folder.
func TestEveryFuzzTargetHasSeeds(t *testing.T) {
	goFiles(t, func(name string) {
		if !strings.HasSuffix(name, "_test.go") {
			return
		}
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		for _, part := range strings.Split(string(text), "\nfunc Fuzz")[1:] {
			body, _, _ := strings.Cut(part, "\n}\n")
			assert.Regexp(t, `f\.Add\(|[sS]eeds?\w*\(`, body, "%s: Fuzz%s has no seeds", name, strings.SplitN(part, "(", 2)[0])
		}
	})
}

// TestLeftGoroutinesAreFound: a package that starts goroutines, itself or in its tests, ends its tests with a look for those
// that are left.
func TestLeftGoroutinesAreFound(t *testing.T) {
	starts, looks := map[string]string{}, map[string]bool{}
	goFiles(t, func(name string) {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		dir := path.Dir(name)
		if regexp.MustCompile(`(?m)^\s*(go (func\b|\w+[.(])|\w+\.Go\(|.*\bAfterFunc\()`).Match(text) {
			starts[dir] = name
		}
		if strings.HasSuffix(name, "_test.go") && regexp.MustCompile(`goleak\.(VerifyTestMain|Find)\(|pgtest\.Main\(m\)`).Match(text) {
			looks[dir] = true
		}
	})
	require.NotEmpty(t, starts)
	for dir, name := range starts {
		assert.True(t, looks[dir] || dir == "fuzz/oracle", "%s starts a goroutine, and no TestMain of %s calls goleak.VerifyTestMain or pgtest.Main", name, dir)
	}
}
