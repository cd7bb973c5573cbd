package cell

import (
	"bytes"
	"io"
	"os"
	"strconv"
)

// maxArgv0 is more than PATH_MAX: argv[0] need not be a path, but no base name of use lies beyond.
const maxArgv0 = 8 << 10

// eachProcess reads argv[0] of every process from /proc (proc(5)). A process that ends in the meantime, and one that
// has no command line (a kernel thread, a zombie), is passed over.
func eachProcess(visit func(pid int, argv0 string)) error {
	proc, err := os.Open("/proc")
	if err != nil {
		return err
	}
	defer proc.Close()
	names, err := proc.Readdirnames(-1)
	if err != nil {
		return err
	}
	buffer := make([]byte, maxArgv0)
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil {
			continue
		}
		f, err := os.Open("/proc/" + name + "/cmdline")
		if err != nil {
			continue
		}
		n, err := io.ReadFull(f, buffer)
		f.Close()
		if err != nil && err != io.ErrUnexpectedEOF {
			continue
		}
		argv0, _, _ := bytes.Cut(buffer[:n], []byte{0})
		visit(pid, string(argv0))
	}
	return nil
}
