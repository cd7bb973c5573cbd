package vitrine_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"strconv"
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
