// Package sandbox takes from the process what it does not need: the third fence, which holds where the guard and the
// engine have both failed. On Linux it is Landlock (https://docs.kernel.org/userspace-api/landlock.html) for files and
// TCP ports, seccomp for the system calls that start programs or open other sockets, and no_new_privs. Elsewhere there
// is none, and the report says so.
//
// [Enter] is called once, after everything that needs more has been opened.
package sandbox

import (
	"fmt"
	"slices"
	"strings"
)

// Mode says what becomes of a fence that the kernel does not offer.
type Mode string

// The modes.
const (
	Auto    Mode = "auto"    // enforce all that the kernel offers, and report the rest
	Require Mode = "require" // fail where a fence does not stand
	Off     Mode = "off"     // none; reported as such
)

// Modes lists what a flag accepts.
func Modes() []string { return []string{string(Auto), string(Require), string(Off)} }

// ParseMode reads a mode.
func ParseMode(given string) (Mode, error) {
	if given == "" {
		return Auto, nil
	}
	if !slices.Contains(Modes(), given) {
		return "", fmt.Errorf("sandbox mode %q: %s are accepted", given, strings.Join(Modes(), ", "))
	}
	return Mode(given), nil
}

// Plan is what the process keeps. All else is taken away. Paths that do not exist are passed over, but for those in
// Required.
type Plan struct {
	ReadFolders  []string // read everything below
	ReadFiles    []string
	WriteFolders []string // read, write, create, rename and remove below: the audit's folder
	MoveFolders  []string // rename and remove files in, but neither create nor write any: where a finished --out file gets its name
	WriteFiles   []string // existing files that may be read and written: the -shm and -wal of a live source
	Required     []string // of the above, those without which the process cannot work
	Listen       []uint16 // TCP ports to bind
	Connect      []uint16 // TCP ports to connect to, on any host
	Resolve      bool     // host names are looked up: UDP sockets and the resolver's files stay
	UnixSockets  bool     // unix sockets stay (a PostgreSQL server reached through one)
}

// Fence is one part of the sandbox.
type Fence struct {
	Name   string `json:"name"`
	Stands bool   `json:"stands"`
	Detail string `json:"detail"`
}

// Report says which fences stand.
type Report struct {
	Mode   Mode    `json:"mode"`
	Fences []Fence `json:"fences"`
}

// Stands reports whether every fence stands.
func (r Report) Stands() bool {
	return len(r.Fences) > 0 && !slices.ContainsFunc(r.Fences, func(f Fence) bool { return !f.Stands })
}

// String is one line for a log.
func (r Report) String() string {
	if r.Mode == Off {
		return "sandbox: off"
	}
	parts := make([]string, len(r.Fences))
	for i, f := range r.Fences {
		parts[i] = f.Name + " " + f.Detail
		if !f.Stands {
			parts[i] = "NOT " + parts[i]
		}
	}
	return "sandbox: " + strings.Join(parts, "; ")
}

// Enter puts the process into the sandbox, for good and for all its threads. With Require it returns an error where a
// fence does not stand; with Auto only where a path in plan.Required is missing.
func Enter(mode Mode, plan Plan) (Report, error) {
	if mode == Off {
		return Report{Mode: Off}, nil
	}
	report, err := enter(plan)
	report.Mode = mode
	if err != nil {
		return report, err
	}
	if mode == Require && !report.Stands() {
		return report, fmt.Errorf("the sandbox is required and does not stand: %s", report)
	}
	return report, nil
}
