package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"go.uber.org/goleak"

	"vitrine/cmd/vitrine/sandbox"
	"vitrine/fixtures"
)

var update = flag.Bool("update", false, "write what the commands print into the scripts")

// trySandbox makes the test binary enter the sandbox, and do nothing else.
const trySandbox = "VITRINE_TRY_SANDBOX"

func TestMain(m *testing.M) {
	if what := os.Getenv(yardstick); what != "" {
		if err := answerAsYardstick(what); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	if os.Getenv(trySandbox) != "" {
		if _, err := sandbox.Enter(sandbox.Require, sandbox.Plan{}); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	testscript.Main(leakless{m}, map[string]func(){"vitrine": main})
}

// leakless runs the tests and fails where they leave a goroutine behind.
type leakless struct{ *testing.M }

func (l leakless) Run() int {
	code := l.M.Run()
	http.DefaultClient.CloseIdleConnections()
	err := goleak.Find()
	for began := time.Now(); err != nil && time.Since(began) < 20*time.Second; err = goleak.Find() {
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return max(code, 1)
	}
	return code
}

// TestScripts runs the sessions in testdata, each in a folder of its own that holds cases.sqlite.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           "testdata",
		UpdateScripts: *update,
		Setup:         setUpScript,
		Condition:     condition,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"either":   runForEitherExit,
			"exits":    runForExitCode,
			"files":    listFiles,
			"fixture":  buildFixture,
			"replace":  replaceText,
			"sequence": writeSequence,
			"wait-for": waitForFile,
		},
	})
}

// condition is `[sandbox]`: whether the kernel offers every part of the sandbox.
func condition(name string) (bool, error) {
	if name != "sandbox" {
		return false, errors.New("unknown condition " + name)
	}
	try := exec.Command(os.Args[0])
	try.Env = append(os.Environ(), trySandbox+"=1")
	return try.Run() == nil, nil
}

// setUpScript builds the database of the cases in the folder of a script.
func setUpScript(env *testscript.Env) error {
	env.Setenv("HOME", env.WorkDir)
	return fixtures.Cases(filepath.Join(env.WorkDir, "cases.sqlite"))
}

// runForExitCode is `exits CODE COMMAND ARGUMENT...`: it runs the command, which must end with just that exit code.
func runForExitCode(ts *testscript.TestScript, negated bool, arguments []string) {
	if negated || len(arguments) < 2 {
		ts.Fatalf("usage: exits code command argument...")
	}
	err := ts.Exec(arguments[1], arguments[2:]...)
	got := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if got != atoi(ts, arguments[0]) {
		ts.Fatalf("exit code %d, want %s", got, arguments[0])
	}
}

// runForEitherExit is `either COMMAND ARGUMENT...`: it runs the command, whose exit code depends on the machine.
func runForEitherExit(ts *testscript.TestScript, negated bool, arguments []string) {
	if negated || len(arguments) == 0 {
		ts.Fatalf("usage: either command argument...")
	}
	_ = ts.Exec(arguments[0], arguments[1:]...)
}

// buildFixture is `fixture NAME FILE`: it builds one of the awkward databases.
func buildFixture(ts *testscript.TestScript, negated bool, arguments []string) {
	if negated || len(arguments) != 2 {
		ts.Fatalf("usage: fixture name file")
	}
	builders := map[string]func(string) error{
		"cases":     fixtures.Cases,
		"types":     fixtures.Types,
		"many":      func(path string) error { return fixtures.ManyTables(path, 2000) },
		"record":    func(path string) error { return fixtures.Record(path, fixtures.Options{}) },
		"substrate": func(path string) error { return fixtures.Substrate(path, fixtures.Options{}) },
	}
	build := builders[arguments[0]]
	if build == nil {
		ts.Fatalf("unknown fixture %q", arguments[0])
	}
	ts.Check(build(ts.MkAbs(arguments[1])))
}

// writeSequence is `sequence FILE HEADER FROM TO`: it writes a header and the whole numbers, a line each.
func writeSequence(ts *testscript.TestScript, negated bool, arguments []string) {
	if negated || len(arguments) != 4 {
		ts.Fatalf("usage: sequence file header from to")
	}
	var text strings.Builder
	text.WriteString(arguments[1] + "\n")
	for i := atoi(ts, arguments[2]); i <= atoi(ts, arguments[3]); i++ {
		text.WriteString(strconv.Itoa(i) + "\n")
	}
	ts.Check(os.WriteFile(ts.MkAbs(arguments[0]), []byte(text.String()), 0o644))
}

// listFiles is `files WANT`: the folder must hold exactly the files named in WANT, one a line.
func listFiles(ts *testscript.TestScript, negated bool, arguments []string) {
	if negated || len(arguments) == 0 {
		ts.Fatalf("usage: files name...")
	}
	entries, err := os.ReadDir(ts.MkAbs("."))
	ts.Check(err)
	var got bytes.Buffer
	for _, entry := range entries {
		if entry.Name() != ".tmp" {
			got.WriteString(entry.Name() + "\n")
		}
	}
	if want := strings.Join(arguments, "\n") + "\n"; got.String() != want {
		ts.Fatalf("the folder holds\n%swant\n%s", got.String(), want)
	}
}

// waitForFile is `wait-for PREFIX`: it waits until a file whose name begins so is there.
func waitForFile(ts *testscript.TestScript, negated bool, arguments []string) {
	if negated || len(arguments) != 1 {
		ts.Fatalf("usage: wait-for prefix")
	}
	for began := time.Now(); time.Since(began) < time.Minute; time.Sleep(10 * time.Millisecond) {
		if found, err := filepath.Glob(ts.MkAbs(arguments[0] + "*")); err == nil && len(found) > 0 {
			return
		}
	}
	ts.Fatalf("no file %s appeared", arguments[0])
}

func atoi(ts *testscript.TestScript, text string) int {
	n, err := strconv.Atoi(text)
	ts.Check(err)
	return n
}

// replaceText is `replace OLD NEW FILE`: it replaces the first OLD, which must be there.
func replaceText(ts *testscript.TestScript, negated bool, arguments []string) {
	if negated || len(arguments) != 3 {
		ts.Fatalf("usage: replace old new file")
	}
	path := ts.MkAbs(arguments[2])
	text, err := os.ReadFile(path)
	ts.Check(err)
	if !bytes.Contains(text, []byte(arguments[0])) {
		ts.Fatalf("%s does not hold %q", arguments[2], arguments[0])
	}
	ts.Check(os.WriteFile(path, bytes.Replace(text, []byte(arguments[0]), []byte(arguments[1]), 1), 0o600))
}
