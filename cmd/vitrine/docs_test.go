package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// block is a fenced block of a document.
type block struct {
	document string
	line     int    // of the fence, from 1
	language string // the first word behind the fence
	covered  string // NAME of covered-by=NAME behind it
	lines    []string
}

func (b block) String() string { return fmt.Sprintf("%s:%d", b.document, b.line) }

// shown are the languages of blocks that show something and hold no command.
var shown = []string{"text", "sql", "json", "jsonl", "yaml", "go", "csv", "markdown", "mermaid", "toml", "diff"}

// TestDocumentedCommands runs every command of the documents. A block of `sh` is run line by line, and each command must
// succeed. A block of `console` holds commands behind `$ ` and what they print, stderr among it, where a line `…` stands
// for any number of lines, and `…` within a line for any text; run with -update it is written anew. A block whose commands cannot run here (they need a
// server, or are the tests themselves) says which test or file runs them instead: covered-by=NAME behind the language;
// that must exist. Blocks of other languages hold no commands, and a block without a language is an error, so that no
// command is passed over.
//
// The commands of a document run in one folder, in order. It holds the two databases of the demo, unless the document
// builds them itself.
func TestDocumentedCommands(t *testing.T) {
	documents, err := filepath.Glob("../../docs/*.md")
	require.NoError(t, err)
	for _, path := range append([]string{"../../README.md"}, documents...) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			blocks := readBlocks(t, filepath.Base(path), string(text))
			folder := t.TempDir()
			if !strings.Contains(string(text), "vitrine demo\n") {
				_, code := shell(folder, 0, "vitrine demo")
				require.Zero(t, code)
			}
			for _, b := range blocks {
				got := runBlock(t, folder, b)
				if *update && b.language == "console" && b.covered == "" {
					old := strings.Join(b.lines, "\n")
					text = []byte(strings.Replace(string(text), old, strings.Join(got, "\n"), 1))
				}
			}
			if *update {
				require.NoError(t, os.WriteFile(path, text, 0o644))
			}
		})
	}
}

var fence = regexp.MustCompile("^(```+)(.*)$")

// readBlocks returns the fenced blocks of a document.
func readBlocks(t *testing.T, document, text string) []block {
	var (
		blocks []block
		open   *block
		marks  string
	)
	for i, line := range strings.Split(text, "\n") {
		m := fence.FindStringSubmatch(strings.TrimSpace(line))
		switch {
		case open == nil && m != nil:
			marks, open = m[1], &block{document: document, line: i + 1}
			for j, word := range strings.Fields(m[2]) {
				if name, ok := strings.CutPrefix(word, "covered-by="); ok {
					open.covered = name
				} else if j == 0 {
					open.language = word
				}
			}
		case open != nil && m != nil && m[1] == marks && strings.TrimSpace(m[2]) == "":
			blocks, open = append(blocks, *open), nil
		case open != nil:
			open.lines = append(open.lines, line)
		}
	}
	require.Nil(t, open, "%s: a fence is not closed", document)
	return blocks
}

// runBlock runs the commands of a block and returns the block with what they printed.
func runBlock(t *testing.T, folder string, b block) []string {
	if b.covered != "" {
		require.True(t, exists(b.covered), "%s: there is no test or file %s", b, b.covered)
		return nil
	}
	var got []string
	last := 0
	switch b.language {
	case "sh":
		for _, command := range commandsOf(b.lines) {
			output, code := shell(folder, last, command)
			assert.Zero(t, code, "%s: %s\n%s", b, command, output)
			last = code
		}
	case "console":
		require.True(t, strings.HasPrefix(b.lines[0], "$ "), "%s: a console block begins with a command", b)
		for i := 0; i < len(b.lines); {
			command := strings.TrimPrefix(b.lines[i], "$ ")
			got = append(got, b.lines[i])
			for i++; strings.HasSuffix(command, `\`) && i < len(b.lines); i++ {
				command += "\n" + b.lines[i]
				got = append(got, b.lines[i])
			}
			var want []string
			for ; i < len(b.lines) && !strings.HasPrefix(b.lines[i], "$ "); i++ {
				want = append(want, b.lines[i])
			}
			output, code := shell(folder, last, command)
			last = code
			printed := strings.Split(strings.TrimSuffix(output, "\n"), "\n")
			if output == "" {
				printed = nil
			}
			switch {
			case matches(printed, want):
				got = append(got, want...)
			case *update:
				got = append(got, printed...)
			default:
				assert.Fail(t, "other output", "%s: %s\nprinted\n%s\nand not\n%s", b, command, output, strings.Join(want, "\n"))
			}
		}
	default:
		require.Contains(t, shown, b.language, "%s: use sh, console, or one of these", b)
	}
	return got
}

// commandsOf returns the commands of a block of sh: its lines without comments, those that end in `\` joined.
func commandsOf(lines []string) []string {
	var commands []string
	joined := ""
	for _, line := range lines {
		joined += line
		if strings.HasSuffix(line, `\`) {
			joined += "\n"
			continue
		}
		if text := strings.TrimSpace(joined); text != "" && !strings.HasPrefix(text, "#") {
			commands = append(commands, joined)
		}
		joined = ""
	}
	return commands
}

// shell runs a command with /bin/sh; $? is the exit code of the command before it. `go run ./cmd/vitrine` is this very
// program.
func shell(folder string, last int, command string) (output string, code int) {
	command = strings.ReplaceAll(command, "go run ./cmd/vitrine", "vitrine")
	cmd := exec.Command("sh", "-c", fmt.Sprintf("(exit %d)\n%s", last, command))
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "HOME="+folder, "NO_COLOR=1")
	text, err := cmd.CombinedOutput()
	if err != nil && cmd.ProcessState == nil {
		return err.Error(), -1
	}
	return string(text), cmd.ProcessState.ExitCode()
}

// matches reports whether the lines are the wanted ones, where a line `…` stands for any number of lines and `…` within a
// line for any text.
func matches(lines, want []string) bool {
	if len(want) == 0 {
		return len(lines) == 0
	}
	if want[0] == "…" {
		for i := range len(lines) + 1 {
			if matches(lines[i:], want[1:]) {
				return true
			}
		}
		return false
	}
	return len(lines) > 0 && lineMatches(lines[0], want[0]) && matches(lines[1:], want[1:])
}

func lineMatches(line, want string) bool {
	parts := strings.Split(want, "…")
	for i, part := range parts {
		parts[i] = regexp.QuoteMeta(part)
	}
	return regexp.MustCompile("^" + strings.Join(parts, ".*") + "$").MatchString(line)
}

// exists reports whether the project has a test of this name, or a file of this path.
func exists(name string) bool {
	if _, err := os.Stat(filepath.Join("../..", name)); err == nil {
		return true
	}
	found := false
	_ = filepath.WalkDir("../..", func(path string, entry os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, "_test.go") && !found {
			text, _ := os.ReadFile(path)
			found = strings.Contains(string(text), "func "+name+"(")
		}
		return nil
	})
	return found
}

// TestBuild builds the program as `make build` does, and starts it.
func TestBuild(t *testing.T) {
	makefile, err := os.ReadFile("../../Makefile")
	require.NoError(t, err)
	require.Contains(t, string(makefile), "build -trimpath -o vitrine ./cmd/vitrine\n")
	path := filepath.Join(t.TempDir(), "vitrine")
	build := exec.Command("go", "build", "-o", path, "./cmd/vitrine") // without -trimpath, to find what the tests have built
	build.Dir = "../.."
	output, err := build.CombinedOutput()
	require.NoError(t, err, string(output))
	output, err = exec.Command(path, "check", "SELECT 1").CombinedOutput()
	require.NoError(t, err, string(output))
	assert.Equal(t, "admit: select\nsql: SELECT 1\n", string(output))
}

// TestEveryCommandIsDocumented holds docs/cli.md to the commands: each has a heading, and each of its flags a mention in
// the part below it or, where that says so, in the part of another command.
func TestEveryCommandIsDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/cli.md")
	require.NoError(t, err)
	parts := map[string]string{} // by the words of the heading
	for _, part := range strings.Split(string(text), "\n## ")[1:] {
		heading, body, _ := strings.Cut(part, "\n")
		for _, name := range strings.Split(heading, ", ") {
			parts[name] = body
		}
	}
	as := regexp.MustCompile("(?:as for|takes the flags of) `([a-z -]+)`")
	a, _, _ := testApp("")
	var walk func(*cobra.Command)
	walk = func(cmd *cobra.Command) {
		for _, child := range cmd.Commands() {
			walk(child)
		}
		name := strings.TrimPrefix(cmd.CommandPath(), "vitrine ")
		if cmd.HasSubCommands() || cmd.Hidden || cmd.Name() == "help" {
			return
		}
		body, ok := parts[name]
		if !assert.True(t, ok, "docs/cli.md has no heading for `vitrine %s`", name) {
			return
		}
		for _, m := range as.FindAllStringSubmatch(body, -1) {
			body += parts[m[1]]
		}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if f.Name != "help" {
				assert.Contains(t, body, "`--"+f.Name, "docs/cli.md does not tell of --%s of `vitrine %s`", f.Name, name)
			}
		})
	}
	walk(newRootCommand(a))
}
