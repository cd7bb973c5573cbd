package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"
)

// modulePath is the module whose C-to-Go translation of SQLite is read.
const modulePath = "modernc.org/sqlite"

// target is the platform whose files are read, so that every host generates the same text. Lemon's tables do not depend
// on it.
var target = build.Context{GOOS: "linux", GOARCH: "amd64", Compiler: "gc", ReleaseTags: build.Default.ReleaseTags}

// source is what the generator needs from the translation: constants, arrays of numbers and the comments in the reduce
// function, all by their C names.
type source struct {
	version   string // of the module
	constants map[string]int
	sqlite    string // SQLITE_VERSION
	arrays    map[string][]int
	comments  map[int]string // rule number → rule text, where the translation kept the comment
}

var wantedArrays = []string{
	"_yy_action", "_yy_lookahead", "_yy_shift_ofst", "_yy_reduce_ofst", "_yy_default", "_yyFallback",
	"_yyRuleInfoLhs", "_yyRuleInfoNRhs", "_zKWText", "_aKWCode", "_aKWNext", "_aKWHash", "_aKWLen", "_aKWOffset",
	"_aiClass", "_sqlite3CtypeMap", "_sqlite3UpperToLower",
}

var wantedConstant = regexp.MustCompile(`^(TK_|YY|CC_)[A-Z0-9_]+$`)

// readSource reads the translation from the module that the main module requires.
func readSource() (*source, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Version}}\n{{.Dir}}", modulePath).Output()
	if err != nil {
		return nil, fmt.Errorf("go list -m %s: %w", modulePath, err)
	}
	version, dir, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	s := &source{version: version, constants: map[string]int{}, arrays: map[string][]int{}, comments: map[int]string{}}
	lib := filepath.Join(dir, "lib")
	names, err := filepath.Glob(filepath.Join(lib, "*.go"))
	if err != nil {
		return nil, err
	}
	sort.Strings(names)
	var pending []pendingArray
	for _, name := range names {
		if ok, err := target.MatchFile(lib, filepath.Base(name)); err != nil || !ok {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if !relevant(text) {
			continue
		}
		arrays, err := s.readFile(name, text)
		if err != nil {
			return nil, err
		}
		pending = append(pending, arrays...)
	}
	for _, p := range pending {
		if s.arrays[p.name], err = s.array(p.literal); err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
	}
	for _, name := range wantedArrays {
		if s.arrays[name] == nil {
			return nil, fmt.Errorf("%s %s: array %s not found", modulePath, version, name)
		}
	}
	if len(s.comments) == 0 {
		return nil, fmt.Errorf("%s %s: no rule comments found", modulePath, version)
	}
	return s, nil
}

func relevant(text []byte) bool {
	if bytes.Contains(text, []byte("\nfunc _yy_reduce(")) || bytes.Contains(text, []byte("\nconst TK_")) {
		return true
	}
	for _, name := range wantedArrays {
		if bytes.Contains(text, []byte("\nvar "+name+" ")) {
			return true
		}
	}
	return false
}

// pendingArray waits until all constants are known.
type pendingArray struct {
	name    string
	literal *ast.CompositeLit
}

func (s *source) readFile(name string, text []byte) ([]pendingArray, error) {
	if i := bytes.Index(text, []byte("\nfunc _yy_reduce(")); i >= 0 {
		if err := s.readComments(text[i:]); err != nil {
			return nil, err
		}
	}
	file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var arrays []pendingArray
	for _, decl := range file.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range gen.Specs {
			value, ok := spec.(*ast.ValueSpec)
			if !ok || len(value.Names) != 1 || len(value.Values) != 1 {
				continue
			}
			name := value.Names[0].Name
			switch literal := value.Values[0].(type) {
			case *ast.CompositeLit:
				for _, wanted := range wantedArrays {
					if name == wanted {
						arrays = append(arrays, pendingArray{name, literal})
					}
				}
			default:
				if name == "SQLITE_VERSION" {
					s.sqlite, _ = strconv.Unquote(literal.(*ast.BasicLit).Value)
				} else if wantedConstant.MatchString(name) && gen.Tok == token.CONST {
					if n, err := s.number(literal); err == nil {
						s.constants[name] = n
					}
				}
			}
		}
	}
	return arrays, nil
}

// array evaluates a composite literal of numbers, keyed or not.
func (s *source) array(literal *ast.CompositeLit) ([]int, error) {
	size, err := s.number(literal.Type.(*ast.ArrayType).Len)
	if err != nil {
		return nil, err
	}
	values := make([]int, size)
	next := 0
	for _, element := range literal.Elts {
		if pair, ok := element.(*ast.KeyValueExpr); ok {
			if next, err = s.number(pair.Key); err != nil {
				return nil, err
			}
			element = pair.Value
		}
		if values[next], err = s.number(element); err != nil {
			return nil, err
		}
		next++
	}
	return values, nil
}

// number evaluates the few forms of constant expressions that the translation writes.
func (s *source) number(e ast.Expr) (int, error) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.CHAR {
			r, _, _, err := strconv.UnquoteChar(strings.Trim(e.Value, "'"), '\'')
			return int(r), err
		}
		n, err := strconv.ParseInt(e.Value, 0, 64)
		return int(n), err
	case *ast.Ident:
		if n, ok := s.constants[e.Name]; ok {
			return n, nil
		}
		return 0, fmt.Errorf("unknown constant %s", e.Name)
	case *ast.CallExpr: // a conversion
		if len(e.Args) == 1 {
			return s.number(e.Args[0])
		}
	case *ast.ParenExpr:
		return s.number(e.X)
	case *ast.UnaryExpr:
		if e.Op == token.SUB {
			n, err := s.number(e.X)
			return -n, err
		}
	}
	return 0, fmt.Errorf("cannot evaluate %T", e)
}

var (
	caseOfRule   = regexp.MustCompile(`case uint32\((\d+)\):\s*goto (_\d+)\n`)
	labelOfRule  = regexp.MustCompile(`\n(_\d+):\n\t;([^\n]*)`)
	commentOfRef = regexp.MustCompile(`/\* ([a-z_]+ ::=.*?) \*/`)
)

// readComments collects `/* cmd ::= BEGIN transtype trans_opt */` and the like. Of several rules that share one action
// the translation kept one comment only; the automaton yields the text of the others.
func (s *source) readComments(body []byte) error {
	if end := bytes.Index(body, []byte("\n}\n")); end >= 0 {
		body = body[:end]
	}
	rules := map[string]int{}
	for _, m := range caseOfRule.FindAllSubmatch(body, -1) {
		rules[string(m[2])], _ = strconv.Atoi(string(m[1]))
	}
	for _, m := range labelOfRule.FindAllSubmatch(body, -1) {
		comment := commentOfRef.FindSubmatch(m[2])
		if comment == nil {
			continue
		}
		rule, ok := rules[string(m[1])]
		if !ok {
			return fmt.Errorf("label %s has a comment but no case", m[1])
		}
		s.comments[rule] = strings.Join(strings.Fields(string(comment[1])), " ")
	}
	return nil
}
