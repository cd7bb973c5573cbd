package sqlite

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/guard"
	guardsqlite "vitrine/guard/sqlite"
	"vitrine/query"
)

// long are the longest values that a statement can be given, bound as ?1, ?2 and so on.
func long() []any {
	const n = maxValue - 64
	var pairs strings.Builder // characters of two bytes, each other than the last
	for r := rune(0x80); pairs.Len() < n; r++ {
		if r > 0x7ff {
			r = 0x80
		}
		pairs.WriteRune(r)
	}
	fill := func(piece string) string { return strings.Repeat(piece, n/len(piece)) }
	var object strings.Builder
	object.WriteString("{")
	for i := 0; object.Len() < n-32; i++ {
		fmt.Fprintf(&object, `"k%d":%d,`, i, i)
	}
	object.WriteString(`"z":0}`)
	var polygon strings.Builder
	polygon.WriteString("[")
	for i := 0; polygon.Len() < n-64; i++ {
		fmt.Fprintf(&polygon, "[%d,%d],", i%1000, (i*7919)%1000)
	}
	polygon.WriteString("[0,0],[0,1],[0,0]]")
	return []any{
		fill("a"),                      // ?1
		strings.Repeat("a", n/2) + "b", // ?2
		pairs.String(),                 // ?3
		"[" + strings.TrimSuffix(fill("1,"), ",") + "]", // ?4
		object.String(), // ?5
		strings.Repeat("[", 900) + strings.Repeat("]", 900), // ?6
		fill("41"),                                // ?7
		make([]byte, n),                           // ?8
		strings.Repeat("%a", 20000) + "%b",        // ?9
		strings.Repeat("*a", 20000) + "*b",        // ?10
		fill("%Y-%m-%d %H:%M:%f %J "),             // ?11
		polygon.String(),                          // ?12
		fill("\\u0041"),                           // ?13
		"$" + strings.Repeat("[0]", 900),          // ?14
		fill("'"),                                 // ?15
		strings.Repeat("é", n/2),                  // ?16
		fill("%s"),                                // ?17
		"*" + strings.Repeat("[a-c]", 9000) + "x", // ?18
		fill("\x01"),                              // ?19
	}
}

// numbers, formats and other short arguments that make much of little.
var short = []string{
	"NULL", "0", "1", "-1", "2147483647", "1000000000", "9223372036854775807", "9e999", "1e308", "1e-300", "0.1", "4000000",
	"'%1000000000d'", "'%.1000000000f'", "'%!.100000000g'", "'%*.*f'", "'%,d'", "'%010000000d'", "'now'", "'%J'",
	"'+1000000000 days'", "'$'", "'$[#-1]'", "'$.k1'", "'$.zzz'", "'('",
}

// TestWorstArguments calls every function that a policy admits with the worst arguments that the limits permit, and
// measures how long after its deadline the statement ends. The figures are logged; the bound that is asserted leaves
// room for a machine that is busy with other things. By itself it tries one text or document in each place; with
// VITRINE_WORST set to the beginning of a function's name, or to "all", it tries them all, for some minutes.
func TestWorstArguments(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	s := open(t, database(t, "CREATE TABLE t(x)"))
	values := long()
	var arguments []string
	for i := range values {
		arguments = append(arguments, fmt.Sprintf("?%d", i+1))
	}
	shapes := make(map[string][]string)
	for name, class := range guardsqlite.AllowedFunctions() {
		shapes[name] = shape(name, class, arguments)
	}
	type figure struct {
		text    string
		overrun time.Duration
		err     string
	}
	var figures []figure
	const deadline = 20 * time.Millisecond
	for name, texts := range shapes {
		for _, text := range texts {
			stmt := everyFunction{names(name), name}
			overrun := overrunOf(t, s, "SELECT "+text, stmt, values, deadline)
			if overrun.took > 60*time.Millisecond {
				overrun = leastOverrun(t, s, "SELECT "+text, stmt, values, deadline)
			}
			figures = append(figures, figure{text, overrun.took, fmt.Sprint(overrun.err)})
			// What was stopped early may be worse in what it would have come to.
			for later := 10 * deadline; overrun.stopped() && later < 2*time.Second; later *= 4 {
				overrun = leastOverrun(t, s, "SELECT "+text, stmt, values, later)
				figures = append(figures, figure{fmt.Sprintf("%s at %v", text, later), overrun.took, fmt.Sprint(overrun.err)})
			}
		}
	}
	slices.SortFunc(figures, func(a, b figure) int { return cmp.Compare(b.overrun, a.overrun) })
	t.Logf("%d calls of %d functions", len(figures), len(shapes))
	for _, f := range figures[:min(40, len(figures))] {
		t.Logf("%8.1f ms after the deadline: %s: %.80s", float64(f.overrun.Microseconds())/1000, f.text, f.err)
	}
	assert.Less(t, figures[0].overrun, 2*time.Second, figures[0].text)
}

// everyFunction admits one function whatever its arguments call beside it.
type everyFunction struct {
	standIn
	name string
}

func (f everyFunction) Functions() []string { return []string{f.name, "count", "length"} }

type overrun struct {
	took time.Duration
	err  error
}

// stopped reports whether the deadline ended the call.
func (o overrun) stopped() bool {
	return o.took > -time.Millisecond && !errors.Is(o.err, io.EOF)
}

// leastOverrun measures again what took long, and returns the least: a machine that is busy holds one measurement up, or
// two, and an engine that cannot be stopped holds up all.
func leastOverrun(t *testing.T, s *Source, text string, stmt admitted, values []any, deadline time.Duration) overrun {
	t.Helper()
	least := overrunOf(t, s, text, stmt, values, deadline)
	for try := 0; try < 5 && least.took > 60*time.Millisecond; try++ {
		if again := overrunOf(t, s, text, stmt, values, deadline); again.took < least.took {
			least = again
		}
	}
	return least
}

func overrunOf(t *testing.T, s *Source, text string, stmt admitted, values []any, deadline time.Duration) overrun {
	t.Helper()
	tx, err := s.start(t.Context(), query.Budget{})
	require.NoError(t, err)
	defer tx.Close()
	// The values are bound before the clock starts: they are the caller's.
	var bound []any
	for i, v := range values {
		if regexp.MustCompile(fmt.Sprintf(`\?%d\b`, i+1)).MatchString(text) {
			bound = append(bound, make([]any, i-len(bound))...)
			bound = append(bound, v)
		}
	}
	c, err := tx.query(stmt, text, guard.Select, bound)
	if err != nil {
		return overrun{0, err}
	}
	defer c.Close()
	timer := time.AfterFunc(deadline, tx.conn.cancel)
	defer timer.Stop()
	started := time.Now()
	row := make([]query.Value, len(c.Columns()))
	for err == nil {
		err = c.Next(row)
	}
	return overrun{time.Since(started) - deadline, err}
}

// shape returns calls of a function with each argument in each of its first two places.
func shape(name, class string, arguments []string) []string {
	only := os.Getenv("VITRINE_WORST")
	if only != "" && only != "all" && !strings.HasPrefix(name, only) {
		return nil
	}
	call := func(args ...string) string { return name + "(" + strings.Join(args, ", ") + ")" }
	var texts []string
	all := append(slices.Clone(arguments), short...)
	if only == "" {
		all = append([]string{"?1", "?4", "?5", "?11"}, short[:14]...)
	}
	over := ""
	if class == "window" {
		over = " OVER ()"
	}
	for _, a := range all {
		texts = append(texts, call(a)+over)
	}
	pick := []string{"?1", "?2", "?3", "?4", "?5", "?8", "?9", "?10", "?12", "?14", "?17", "?18", "2147483647", "'$'", "'a'"}
	few := pick
	if only == "" {
		few = []string{"?2", "?5", "?10"}
	}
	for _, a := range few {
		for _, b := range few {
			texts = append(texts, call(a, b)+over)
		}
	}
	for _, a := range pick[:5] {
		if only == "" {
			break
		}
		for _, b := range []string{"'a'", "'$'", "?2", "?14", "'$.zzz'", "?9"} {
			for _, c := range []string{"?1", "'bb'", "?5", "2147483647"} {
				texts = append(texts, call(a, b, c)+over)
			}
		}
	}
	repeated := slices.Repeat([]string{"'$.zzz'", "1"}, 49)
	texts = append(texts, call(append([]string{"?5"}, slices.Repeat([]string{"'$.zzz'"}, 99)...)...)+over)
	texts = append(texts, call(slices.Repeat([]string{"?1"}, 100)...)+over, call(append([]string{"?5"}, repeated...)...)+over)
	if name == "like" || name == "glob" {
		texts = append(texts, "?1 LIKE ?9", "?1 GLOB ?10", "?1 GLOB ?18", "?16 LIKE ?9")
	}
	return texts
}
