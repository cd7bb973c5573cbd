package vitrine_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// declared returns the string constants of a file that look like codes.
func declared(t *testing.T, name string) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
	require.NoError(t, err)
	code := regexp.MustCompile(`^[a-z]+(_[a-z]+)*$`)
	var codes []string
	for _, decl := range file.Decls {
		consts, ok := decl.(*ast.GenDecl)
		if !ok || consts.Tok != token.CONST {
			continue
		}
		for _, spec := range consts.Specs {
			for _, value := range spec.(*ast.ValueSpec).Values {
				if literal, ok := value.(*ast.BasicLit); ok && literal.Kind == token.STRING {
					if text, err := strconv.Unquote(literal.Value); err == nil && code.MatchString(text) {
						codes = append(codes, text)
					}
				}
			}
		}
	}
	require.NotEmpty(t, codes, name)
	return codes
}

// TestEveryCodeIsDocumented compares docs/codes.md with the code, in both directions.
func TestEveryCodeIsDocumented(t *testing.T) {
	text, err := os.ReadFile("docs/codes.md")
	require.NoError(t, err)
	documented := map[string]bool{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z_]+)` \\|").FindAllStringSubmatch(string(text), -1) {
		assert.False(t, documented[row[1]], "docs/codes.md has two rows for %s", row[1])
		documented[row[1]] = true
	}
	known := map[string]bool{}
	for _, name := range []string{"guard/refusal.go", "query/error.go", "tools/error.go", "tools/cell/code.go", "tools/fleet/code.go"} {
		for _, code := range declared(t, name) {
			known[code] = true
			assert.True(t, documented[code], "%s declares %s, which docs/codes.md does not explain", name, code)
		}
	}
	for code := range documented {
		assert.True(t, known[code], "docs/codes.md explains %s, which is declared nowhere", code)
	}
}

// TestNamedTestsExist: a document that says which test shows something names one that is there. A name is written
// folder.TestName, or FuzzName alone, which stands in fuzz.
func TestNamedTestsExist(t *testing.T) {
	there := map[string]bool{}
	goFiles(t, func(name string) {
		if !strings.HasSuffix(name, "_test.go") {
			return
		}
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		for _, found := range regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`).FindAllStringSubmatch(string(text), -1) {
			there[path.Dir(name)+"."+found[1]] = true
		}
	})
	named := 0
	for _, document := range []string{"docs/threat-model.md", "docs/architecture.md", "docs/security-report.md", "SECURITY.md", "fuzz/README.md"} {
		text, err := os.ReadFile(document)
		require.NoError(t, err)
		for _, found := range regexp.MustCompile("`(?:([a-z/]+)\\.)?((?:Test|Fuzz)[A-Z]\\w+)`").FindAllStringSubmatch(string(text), -1) {
			folder := found[1]
			if folder == "" {
				folder = "fuzz"
			}
			assert.True(t, there[folder+"."+found[2]], "%s names %s, and %s has no such test", document, found[2], folder)
			named++
		}
	}
	assert.Greater(t, named, 30)
	// Each attempt of the threat model has a test, and says so where it is a folder of seeds.
	text, err := os.ReadFile("docs/threat-model.md")
	require.NoError(t, err)
	for _, row := range regexp.MustCompile(`(?m)^\|.*\|$`).FindAllString(string(text), -1) {
		cells := strings.Split(strings.Trim(row, "|"), "|")
		if last := strings.TrimSpace(cells[len(cells)-1]); len(cells) >= 5 && last != "test" && last != "---" {
			assert.Regexp(t, "Test|Fuzz|fuzz/seeds", last, "%s", row)
		}
	}
}
