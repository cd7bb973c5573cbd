package cell

import (
	"path/filepath"
	"slices"
)

// Process is a configured name and the processes that run under it, by PID.
type Process struct {
	Name string `json:"name"`
	PIDs []int  `json:"pids" jsonschema:"empty where none runs"`
}

// findProcesses looks for the names among the base names of argv[0] of all processes. The kernel's own short name
// (comm) would not do: it is cut at 15 bytes.
func findProcesses(names []string) ([]Process, error) {
	found := make([]Process, len(names))
	for i, name := range names {
		found[i] = Process{Name: name, PIDs: []int{}}
	}
	if len(names) == 0 {
		return found, nil
	}
	err := eachProcess(func(pid int, argv0 string) {
		if i := slices.Index(names, filepath.Base(argv0)); i >= 0 && argv0 != "" {
			found[i].PIDs = append(found[i].PIDs, pid)
		}
	})
	if err != nil {
		return nil, err
	}
	for _, p := range found {
		slices.Sort(p.PIDs)
	}
	return found, nil
}
