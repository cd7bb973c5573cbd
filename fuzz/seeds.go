package fuzz

import (
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"vitrine/guard"
)

//go:embed seeds
var files embed.FS

// Verdict is what must become of a seed, and the name of its folder.
type Verdict string

// The verdicts.
const (
	Admit  Verdict = "admit"  // the guard admits it, and the engine answers it
	Refuse Verdict = "refuse" // it is refused with the code that its folder names
	Abort  Verdict = "abort"  // the guard may admit it; a budget ends it with the code that its folder names
)

// Seed is one SQL file under seeds/DIALECT/VERDICT/CODE/NAME.sql. Its header, up to the first empty line, is made of
// comment lines: the first says what the seed tries, the others are fields. Everything behind the empty line but the
// last line break is the text to check.
//
//	-- Reads a denied column through a view.
//	-- policy: deny_columns users.token
//	-- fence: engine
//
//	SELECT note FROM user_tokens
//
// The fields are: "policy: KEY VALUE…", a field of guard.Policy other than default, with values separated by spaces;
// "notice: CODE", which the guard must give; "fence: engine", for what only the schema can tell, so that the guard
// admits and the engine refuses; and "expand", which says that «TEXT×COUNT» in the text stands for so many repetitions,
// and «xHH» for a byte.
type Seed struct {
	Path    string // from seeds/, with slashes
	Dialect guard.Dialect
	Verdict Verdict
	Code    string // the refusal's or the budget's code; of an admitted seed, the topic
	Name    string
	Tries   string // the first line
	Policy  guard.Policy
	Notice  string // "" for none that is asked for
	Engine  bool   // only the engine's fence can refuse it
	SQL     string
}

// Seeds returns the seeds of a dialect in the order of their paths. A folder without seeds, a file that is no seed and
// a header that cannot be read are errors.
func Seeds(dialect guard.Dialect) ([]Seed, error) {
	root := path.Join("seeds", string(dialect))
	var seeds []Seed
	err := fs.WalkDir(files, root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			inside, err := fs.ReadDir(files, name)
			if err == nil && len(inside) == 0 {
				err = fmt.Errorf("%s: the folder is empty", name)
			}
			return err
		}
		content, err := files.ReadFile(name)
		if err != nil {
			return err
		}
		seed, err := parseSeed(strings.TrimPrefix(name, "seeds/"), string(content))
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		seeds = append(seeds, seed)
		return nil
	})
	if err == nil && len(seeds) == 0 {
		err = fmt.Errorf("%s: no seeds", root)
	}
	return seeds, err
}

func parseSeed(name, content string) (Seed, error) {
	parts := strings.Split(strings.TrimSuffix(name, ".sql"), "/")
	if len(parts) != 4 || !strings.HasSuffix(name, ".sql") {
		return Seed{}, fmt.Errorf("seeds lie at DIALECT/VERDICT/CODE/NAME.sql")
	}
	s := Seed{Path: name, Dialect: guard.Dialect(parts[0]), Verdict: Verdict(parts[1]), Code: parts[2], Name: parts[3]}
	if !slices.Contains([]Verdict{Admit, Refuse, Abort}, s.Verdict) {
		return Seed{}, fmt.Errorf("verdict %q: admit, refuse and abort are accepted", s.Verdict)
	}
	header, text, found := strings.Cut(content, "\n\n")
	if !found {
		return Seed{}, fmt.Errorf("an empty line must stand between the header and the text")
	}
	s.SQL = strings.TrimSuffix(text, "\n")
	s.Policy.Dialect = s.Dialect
	for i, line := range strings.Split(header, "\n") {
		line, ok := strings.CutPrefix(line, "-- ")
		if !ok {
			return Seed{}, fmt.Errorf("line %d of the header does not begin with %q", i+1, "-- ")
		}
		if i == 0 {
			s.Tries = line
			continue
		}
		if err := s.field(line); err != nil {
			return Seed{}, fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	return s, nil
}

// field reads one line of the header behind the first.
func (s *Seed) field(line string) error {
	key, value, _ := strings.Cut(line, ": ")
	switch {
	case key == "policy":
		return s.policy(value)
	case key == "notice" && value != "":
		s.Notice = value
	case line == "fence: engine":
		s.Engine = true
	case line == "expand":
		expanded, err := expand(s.SQL)
		s.SQL = expanded
		return err
	default:
		return fmt.Errorf("field %q: policy, notice, fence and expand are accepted", line)
	}
	return nil
}

func (s *Seed) policy(text string) error {
	key, value, _ := strings.Cut(text, " ")
	lists := map[string]*[]string{
		"allow_functions": &s.Policy.AllowFunctions, "deny_functions": &s.Policy.DenyFunctions,
		"allow_relations": &s.Policy.AllowRelations, "deny_relations": &s.Policy.DenyRelations,
		"deny_columns": &s.Policy.DenyColumns, "mask_columns": &s.Policy.MaskColumns, "allow_pragmas": &s.Policy.AllowPragmas,
	}
	switch {
	case lists[key] != nil && value != "":
		*lists[key] = append(*lists[key], strings.Fields(value)...)
	case text == "explain true":
		s.Policy.Explain = true
	case text == "stacked refuse":
		s.Policy.Stacked = guard.Refuse
	default:
		return fmt.Errorf("policy %q is not known", text)
	}
	return nil
}

// expand replaces «TEXT×COUNT» and «xHH».
func expand(text string) (string, error) {
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(text, "«")
		out.WriteString(before)
		if !found {
			return out.String(), nil
		}
		inside, after, closed := strings.Cut(rest, "»")
		if !closed {
			return "", fmt.Errorf("« is not closed")
		}
		if unit, count, repeated := strings.Cut(inside, "×"); repeated {
			n, err := strconv.Atoi(count)
			if err != nil || n < 1 {
				return "", fmt.Errorf("«%s»: the count behind × is not a number", inside)
			}
			out.WriteString(strings.Repeat(unit, n))
		} else if b, err := hex.DecodeString(strings.TrimPrefix(inside, "x")); err == nil && len(b) == 1 {
			out.WriteByte(b[0])
		} else {
			return "", fmt.Errorf("«%s»: TEXT×COUNT and xHH are accepted", inside)
		}
		text = after
	}
}
