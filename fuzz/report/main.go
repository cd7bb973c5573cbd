// Command report writes docs/security-report.md from real runs: which fence stops each technique, what the corpora came
// to, how much was fuzzed, and how much of the guard the tests reach. `make security-report` runs it.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"vitrine/fuzz"
	"vitrine/guard"
)

func main() {
	log.SetFlags(0)
	out := flag.String("out", "docs/security-report.md", "write to this file")
	fuzztime := flag.Duration("fuzztime", 30*time.Second, "fuzz each target so long")
	flag.Parse()
	var page bytes.Buffer
	fmt.Fprintf(&page, "# Security report\n\nWritten by `make security-report FUZZTIME=%s` on %s with %s. Every number comes from that run; run it again to check.\n",
		*fuzztime, time.Now().UTC().Format("2006-01-02"), runtime.Version())
	for _, section := range []func(*bytes.Buffer) error{
		seeds, layers, postgres, corpora, coverage,
		func(page *bytes.Buffer) error { return targets(page, *fuzztime) },
	} {
		if err := section(&page); err != nil {
			log.Fatal("report: ", err)
		}
	}
	if err := os.WriteFile(*out, page.Bytes(), 0o644); err != nil {
		log.Fatal("report: ", err)
	}
	log.Printf("report: wrote %s", *out)
}

// run runs go with the arguments and returns all that it printed; a failure is an error with that text.
func run(environment []string, arguments ...string) (string, error) {
	log.Printf("report: go %s", strings.Join(arguments, " "))
	cmd := exec.Command("go", arguments...)
	cmd.Env = append(os.Environ(), environment...)
	text, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("go %s: %w\n%s", strings.Join(arguments, " "), err, text)
	}
	return string(text), nil
}

// seeds tells how many seeds there are of each kind, and holds them to the guard.
func seeds(page *bytes.Buffer) error {
	fmt.Fprint(page, "\n## Seeds\n\nEach file under `fuzz/seeds` shows one technique, or the honest query that looks like it; its path is the expectation. `go test ./fuzz -run Seed`\n\n| dialect | refuse | of these, only the engine can tell | admit | abort |\n|---|---|---|---|---|\n")
	reached := map[guard.Code]int{}
	for _, dialect := range []guard.Dialect{guard.SQLite, guard.Postgres} {
		all, err := fuzz.Seeds(dialect)
		if err != nil {
			return err
		}
		count := map[fuzz.Verdict]int{}
		engine := 0
		for _, s := range all {
			count[s.Verdict]++
			if s.Engine {
				engine++
				continue
			}
			g, err := guard.New(s.Policy)
			if err != nil {
				return err
			}
			_, err = g.Check(s.SQL)
			refusal, refused := err.(*guard.Refusal)
			if refused {
				reached[refusal.Code]++
			}
			if refused != (s.Verdict == fuzz.Refuse) && s.Verdict != fuzz.Abort || s.Verdict == fuzz.Refuse && string(refusal.Code) != s.Code {
				return fmt.Errorf("the seed %s is not given its verdict: %v", s.Path, err)
			}
		}
		fmt.Fprintf(page, "| %s | %d | %d | %d | %d |\n", dialect, count[fuzz.Refuse], engine, count[fuzz.Admit], count[fuzz.Abort])
	}
	fmt.Fprint(page, "\nCodes reached by seeds: ")
	for i, code := range guard.Codes() {
		if i > 0 {
			fmt.Fprint(page, ", ")
		}
		fmt.Fprintf(page, "`%s` %d", code, reached[code])
	}
	fmt.Fprint(page, ". (`unchecked` is what no text leads to; `query/sqlite` tests it.)\n")
	return nil
}

// outcome is a line of what TestGuardOff notes.
type outcome struct {
	Name                                 string
	Guard, Authorizer, WithoutAuthorizer string
}

// layers tells what stops each technique where the fences before it are taken away.
func layers(page *bytes.Buffer) error {
	notes, err := os.CreateTemp("", "vitrine-report-")
	if err != nil {
		return err
	}
	notes.Close()
	defer os.Remove(notes.Name())
	if _, err := run([]string{"VITRINE_REPORT=" + notes.Name()}, "test", "-count=1", "-run", "^TestGuardOff$", "./query/sqlite"); err != nil {
		return err
	}
	file, err := os.Open(notes.Name())
	if err != nil {
		return err
	}
	defer file.Close()
	type key struct{ technique, authorizer, bare string }
	counts := map[key]int{}
	total := 0
	for lines := bufio.NewScanner(file); lines.Scan(); total++ {
		var o outcome
		if err := json.Unmarshal(lines.Bytes(), &o); err != nil {
			return err
		}
		technique := path.Base(path.Dir(o.Name))
		if !strings.Contains(o.Name, "/") {
			technique = "(corpora)"
		}
		counts[key{technique, o.Authorizer, o.WithoutAuthorizer}]++
	}
	if total == 0 {
		return fmt.Errorf("TestGuardOff noted nothing")
	}
	fmt.Fprintf(page, "\n## SQLite: what stops a text that the guard must refuse\n\n%d texts. The guard refuses each (`go test ./fuzz -run TestGuardAlone`). With the guard off, none changed a byte or left a file (`go test ./query/sqlite -run TestGuardOff`), and this is what ended them: under the authorizer, with everything admitted that can be named; and with the authorizer off too, on the read-only handle alone. \"reads\" means that it ran and gave rows: what only the guard and the authorizer keep from being read. With guard, authorizer and read-only handle off, the process sandbox keeps the database unchanged (`go test ./cmd/vitrine/sandbox -run TestSandboxAlone`).\n\n| seeds of | under the authorizer | read-only handle alone | texts |\n|---|---|---|---|\n", total)
	keys := slices.SortedFunc(maps.Keys(counts), func(a, b key) int {
		return cmp.Or(cmp.Compare(a.technique, b.technique), cmp.Compare(a.authorizer, b.authorizer), cmp.Compare(a.bare, b.bare))
	})
	for _, k := range keys {
		fmt.Fprintf(page, "| %s | %s | %s | %d |\n", k.technique, k.authorizer, k.bare, counts[k])
	}
	return nil
}

// postgres tells what the server makes of the texts that the guard must refuse, where one can be started.
func postgres(page *bytes.Buffer) error {
	text, err := run(nil, "test", "-count=1", "-v", "-run", "^TestAttacksWithoutTheGuard$", "./query/postgres")
	if err != nil {
		return err
	}
	fmt.Fprint(page, "\n## PostgreSQL: the same without the guard\n\n`go test -v -run TestAttacksWithoutTheGuard ./query/postgres`: each goes straight to a server, in the READ ONLY transaction of the product, by a role that can only read. Nothing was written.\n\n```text\n")
	for _, found := range regexp.MustCompile(`(?m)^\s+\w+\.go:\d+: (.*)$`).FindAllStringSubmatch(text, -1) {
		fmt.Fprintln(page, strings.TrimRight(found[1], " "))
	}
	fmt.Fprint(page, "```\n")
	return nil
}

// corpora tells what the corpora came to, where they are at hand.
func corpora(page *bytes.Buffer) error {
	fmt.Fprint(page, "\n## Corpora\n\n")
	if os.Getenv("VITRINE_CORPORA") == "" {
		fmt.Fprint(page, "`VITRINE_CORPORA` named no folder in this run.\n")
		return nil
	}
	text, err := run(nil, "test", "-count=1", "-v", "-run", "Corpora|Corpus|TestGuardAlone|Traps", "./fuzz", "./guard")
	if err != nil {
		return err
	}
	fmt.Fprint(page, "`VITRINE_CORPORA=… go test -v -run 'Corpora|Corpus|TestGuardAlone|Traps' ./fuzz ./guard`\n\n```text\n")
	// Only the sums: the corpora's own lines stay out of the project.
	sum := regexp.MustCompile(`^\s+\w+_test\.go:\d+: ((?:\d+ |admitted|map|honest|attacks|rewrite|bombs|refuse |refuse \(|refused with|strip |abort ).*)`)
	for _, line := range strings.Split(text, "\n") {
		if found := sum.FindStringSubmatch(line); found != nil {
			fmt.Fprintln(page, strings.TrimRight(found[1], " "))
		}
	}
	fmt.Fprint(page, "```\n")
	return nil
}

// coverage tells how many statements of the guard its tests and the seeds reach.
func coverage(page *bytes.Buffer) error {
	text, err := run(nil, "test", "-count=1", "-cover", "-coverpkg=./guard,./guard/sqlite,./guard/postgres", "./guard/...", "./fuzz")
	if err != nil {
		return err
	}
	fmt.Fprint(page, "\n## Coverage of the guard\n\n`go test -cover -coverpkg=./guard,./guard/sqlite,./guard/postgres ./guard/... ./fuzz`: statements of the three packages that the tests of one reach.\n\n| tests of | statements |\n|---|---|\n")
	for _, found := range regexp.MustCompile(`(?m)^ok\s+(\S+)\s.*coverage: ([0-9.]+%)`).FindAllStringSubmatch(text, -1) {
		fmt.Fprintf(page, "| `%s` | %s |\n", found[1], found[2])
	}
	return nil
}

// targets fuzzes every target in turn.
func targets(page *bytes.Buffer, each time.Duration) error {
	fmt.Fprintf(page, "\n## Fuzzing\n\n`make fuzz FUZZTIME=%s`; fuzz/README.md says what each target promises, what it compares with, and what was fuzzed before.\n\nSeeds and inputs that earlier runs kept are run first; where a machine is slow, that takes much of the time, or all of it.\n\n| target | executions | of these, seeds and kept inputs | of so many | new inputs kept | findings |\n|---|---|---|---|---|---|\n", each)
	packages, err := filepath.Glob("fuzz/*_test.go")
	if err != nil || len(packages) == 0 {
		return fmt.Errorf("there are no fuzz targets here: run it from the project's root")
	}
	list, err := run(nil, "test", "-list", "^Fuzz", "./fuzz")
	if err != nil {
		return err
	}
	baseline := regexp.MustCompile(`gathering baseline coverage: (\d+)/(\d+) completed`)
	executed := regexp.MustCompile(`execs: (\d+) .*new interesting: (\d+)|execs: (\d+)`)
	for _, target := range strings.Fields(list) {
		if !strings.HasPrefix(target, "Fuzz") {
			continue
		}
		text, err := run(nil, "test", "-run", "^$", "-fuzz", "^"+target+"$", "-fuzztime", each.String(), "-fuzzminimizetime", "50x", "./fuzz")
		if err != nil {
			return err
		}
		executions, kept := "0", "0"
		ran, of := "0", "0"
		for _, found := range baseline.FindAllStringSubmatch(text, -1) {
			ran, of = found[1], found[2]
		}
		for _, found := range executed.FindAllStringSubmatch(text, -1) {
			executions = cmp.Or(found[1], found[3])
			kept = cmp.Or(found[2], kept)
		}
		if executions == "0" {
			executions = ran // the time was up before the first were through
		}
		fmt.Fprintf(page, "| `%s` | %s | %s | %s | %s | none |\n", target, executions, ran, of, kept)
	}
	return nil
}
