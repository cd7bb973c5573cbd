package cell

import (
	"bytes"

	"golang.org/x/sys/unix"
)

// eachProcess asks sysctl for all processes (kern.proc.all) and for the arguments of each (kern.procargs2): a count in
// four bytes, the path of the program, NULs, then argv[0]. Those of other users are not told to an ordinary one.
func eachProcess(visit func(pid int, argv0 string)) error {
	processes, err := unix.SysctlKinfoProcSlice("kern.proc.all")
	if err != nil {
		return err
	}
	for _, p := range processes {
		pid := int(p.Proc.P_pid)
		raw, err := unix.SysctlRaw("kern.procargs2", pid)
		if err != nil || len(raw) < 4 {
			continue
		}
		_, rest, ok := bytes.Cut(raw[4:], []byte{0})
		if !ok {
			continue
		}
		argv0, _, _ := bytes.Cut(bytes.TrimLeft(rest, "\x00"), []byte{0})
		visit(pid, string(argv0))
	}
	return nil
}
