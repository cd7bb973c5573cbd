package statement

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"

	"vitrine/guard"
)

// parts holds the fragments that the tools of several packages use.
//
//go:embed sql
var parts embed.FS

// fragment matches a use of a fragment: $name(argument, argument).
var fragment = regexp.MustCompile(`\$([a-z_]+)\(([^()]*)\)`)

// comment matches a line that is a comment as a whole.
var comment = regexp.MustCompile(`(?m)^\s*--.*\n`)

// Texts returns the texts of sql/*.sql by their names, with their fragments put in. For PostgreSQL, sql/postgres/NAME.sql
// takes the place of sql/NAME.sql, and likewise sql/postgres/parts that of sql/parts. A line such as $within(started_at)
// stands for the fragment within, with $1, $2 in it replaced by what is given.
func Texts(files fs.FS, d guard.Dialect) (map[string]string, error) {
	names, err := fs.Glob(files, "sql/*.sql")
	if err != nil {
		return nil, err
	}
	texts := make(map[string]string, len(names))
	for _, file := range names {
		name := strings.TrimSuffix(path.Base(file), ".sql")
		body, err := read(d, name+".sql", files)
		if err != nil {
			return nil, err
		}
		if texts[name], err = Expand(files, d, body); err != nil {
			return nil, fmt.Errorf("statement %s: %w", name, err)
		}
	}
	return texts, nil
}

// read returns a file of the dialect, or else the one that both dialects share, from the first of the trees that has it.
func read(d guard.Dialect, name string, trees ...fs.FS) (string, error) {
	folders := []string{"sql/"}
	if d == guard.Postgres {
		folders = []string{"sql/postgres/", "sql/"}
	}
	for _, tree := range trees {
		for _, folder := range folders {
			body, err := fs.ReadFile(tree, folder+name)
			if err == nil {
				return string(body), nil
			}
			if !errors.Is(err, fs.ErrNotExist) {
				return "", err
			}
		}
	}
	return "", fmt.Errorf("there is no file %s", name)
}

// Expand puts the fragments that stand in files, or in this package, into a text.
func Expand(files fs.FS, d guard.Dialect, text string) (string, error) {
	return expand(files, d, text, 0)
}

// expand puts the fragments into a text. A fragment may use others. The comments on its lines stay behind.
func expand(files fs.FS, d guard.Dialect, text string, depth int) (string, error) {
	if depth > 5 {
		return "", errors.New("fragments use each other")
	}
	var failed error
	text = fragment.ReplaceAllStringFunc(text, func(use string) string {
		words := fragment.FindStringSubmatch(use)
		body, err := read(d, "parts/"+words[1]+".sql", files, parts)
		if err != nil {
			failed = err
			return use
		}
		filled := strings.TrimSpace(comment.ReplaceAllString(body, ""))
		for i, argument := range strings.Split(words[2], ",") {
			filled = strings.ReplaceAll(filled, fmt.Sprintf("$%d", i+1), strings.TrimSpace(argument))
		}
		if filled, err = expand(files, d, filled, depth+1); err != nil {
			failed = err
		}
		return filled
	})
	return text, failed
}
