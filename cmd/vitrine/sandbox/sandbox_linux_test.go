package sandbox_test

import (
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
	"golang.org/x/sys/unix"

	"vitrine/cmd/vitrine/sandbox"
)

// A sandbox cannot be left, so each case runs in a process of its own: the test binary again, with the plan and what to
// try in its environment.
const childPlan, childTry = "VITRINE_SANDBOX_PLAN", "VITRINE_SANDBOX_TRY"

func TestMain(m *testing.M) {
	if path := os.Getenv(childDatabase); path != "" {
		attackDatabase(path)
		return
	}
	if text := os.Getenv(childPlan); text != "" {
		child(text, strings.Split(os.Getenv(childTry), "\n"))
		return
	}
	goleak.VerifyTestMain(m)
}

func child(text string, attempts []string) {
	var plan sandbox.Plan
	if err := json.Unmarshal([]byte(text), &plan); err != nil {
		panic(err)
	}
	report, err := sandbox.Enter(sandbox.Require, plan)
	fmt.Println("enter", err, report)
	for _, attempt := range attempts {
		verb, argument, _ := strings.Cut(attempt, " ")
		fmt.Println(attempt, "=>", outcome(try(verb, argument)))
	}
}

func outcome(err error) string {
	if err == nil {
		return "done"
	}
	return "failed"
}

func try(verb, argument string) error {
	port, _ := strconv.Atoi(argument)
	address := &syscall.SockaddrInet4{Port: port, Addr: [4]byte{127, 0, 0, 1}}
	switch verb {
	case "read":
		_, err := os.ReadFile(argument)
		return err
	case "list":
		_, err := os.ReadDir(argument)
		return err
	case "write":
		f, err := os.OpenFile(argument, os.O_WRONLY, 0)
		if err == nil {
			f.Close()
		}
		return err
	case "create":
		return os.WriteFile(argument, []byte("x"), 0o600)
	case "remove":
		return os.Remove(argument)
	case "rename":
		return os.Rename(argument, argument+".moved")
	case "execve": // whatever the file system says of the path, seccomp's own answer comes first
		if err := syscall.Exec("/nonexistent", nil, nil); err != syscall.EPERM {
			return nil
		}
		return syscall.EPERM
	case "call": // with arguments that nothing comes of: what seccomp denies, it denies before the kernel looks at them
		bad := ^uintptr(0)
		if _, _, err := syscall.Syscall6(calls[argument], bad, bad, bad, bad, bad, bad); err != syscall.EPERM {
			return nil
		}
		return syscall.EPERM
	case "exec":
		return exec.Command(argument).Run()
	case "socket": // family,type,protocol
		var family, kind, protocol int
		fmt.Sscanf(argument, "%d,%d,%d", &family, &kind, &protocol)
		fd, err := syscall.Socket(family, kind, protocol)
		if err == nil {
			syscall.Close(fd)
		}
		return err
	case "bind", "connect":
		fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM, 0)
		if err != nil {
			return err
		}
		defer syscall.Close(fd)
		if verb == "bind" {
			return syscall.Bind(fd, address)
		}
		return syscall.Connect(fd, address)
	}
	panic(verb)
}

// fenced runs the attempts under the plan, and returns which of them succeeded.
func fenced(t *testing.T, plan sandbox.Plan, attempts ...string) map[string]bool {
	t.Helper()
	text, err := json.Marshal(plan)
	require.NoError(t, err)
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childPlan+"="+string(text), childTry+"="+strings.Join(attempts, "\n"))
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	if strings.Contains(string(out), "not offered by the kernel") {
		t.Skip("the kernel offers no Landlock or seccomp")
	}
	require.Contains(t, string(out), "enter <nil>")
	done := map[string]bool{}
	for _, line := range strings.Split(string(out), "\n") {
		if attempt, result, ok := strings.Cut(line, " => "); ok {
			done[attempt] = result == "done"
		}
	}
	require.Len(t, done, len(attempts), "%s", out)
	return done
}

// calls are the system calls that no process of ours makes, by name.
var calls = map[string]uintptr{
	"io_uring_setup": unix.SYS_IO_URING_SETUP, "io_uring_enter": unix.SYS_IO_URING_ENTER, "io_uring_register": unix.SYS_IO_URING_REGISTER,
	"ptrace": unix.SYS_PTRACE, "process_vm_readv": unix.SYS_PROCESS_VM_READV, "process_vm_writev": unix.SYS_PROCESS_VM_WRITEV,
	"bpf": unix.SYS_BPF, "keyctl": unix.SYS_KEYCTL, "add_key": unix.SYS_ADD_KEY, "request_key": unix.SYS_REQUEST_KEY,
	"perf_event_open": unix.SYS_PERF_EVENT_OPEN, "userfaultfd": unix.SYS_USERFAULTFD, "open_by_handle_at": unix.SYS_OPEN_BY_HANDLE_AT,
	"pidfd_getfd": unix.SYS_PIDFD_GETFD, "unshare": unix.SYS_UNSHARE, "setns": unix.SYS_SETNS, "mount": unix.SYS_MOUNT,
	"umount2": unix.SYS_UMOUNT2, "chroot": unix.SYS_CHROOT, "pivot_root": unix.SYS_PIVOT_ROOT, "execveat": unix.SYS_EXECVEAT,
	"swapon": unix.SYS_SWAPON, "swapoff": unix.SYS_SWAPOFF, "acct": unix.SYS_ACCT, "init_module": unix.SYS_INIT_MODULE,
	"finit_module": unix.SYS_FINIT_MODULE, "delete_module": unix.SYS_DELETE_MODULE,
}

// TestCalls makes the system calls that the filter denies.
func TestCalls(t *testing.T) {
	var attempts []string
	for name := range calls {
		attempts = append(attempts, "call "+name)
	}
	for attempt, done := range fenced(t, sandbox.Plan{}, attempts...) {
		assert.False(t, done, attempt)
	}
}

func TestFiles(t *testing.T) {
	sources, audit, elsewhere := t.TempDir(), t.TempDir(), t.TempDir()
	database := filepath.Join(sources, "a.db")
	shm := filepath.Join(sources, "a.db-shm")
	other := filepath.Join(elsewhere, "other.txt")
	for _, name := range []string{database, shm, other} {
		require.NoError(t, os.WriteFile(name, []byte("x"), 0o600))
	}
	out := t.TempDir()
	result := filepath.Join(out, ".result.tmp")
	require.NoError(t, os.WriteFile(result, []byte("x"), 0o600))
	plan := sandbox.Plan{ReadFolders: []string{sources}, WriteFiles: []string{shm}, WriteFolders: []string{audit}, MoveFolders: []string{out}}
	permitted := []string{
		"read " + database, "list " + sources, "write " + shm,
		"create " + filepath.Join(audit, "log"), "rename " + filepath.Join(audit, "log"), "rename " + result,
	}
	denied := []string{
		"create " + filepath.Join(out, "new"), "write " + result + ".moved",
		"write " + database, "remove " + database, "rename " + database, "create " + filepath.Join(sources, "new"),
		"create " + database, "read " + other, "list " + elsewhere, "read /etc/passwd", "list /", "list /proc",
		"create " + filepath.Join(elsewhere, "new"), "create /tmp/vitrine-sandbox-test", "exec /bin/true", "exec /bin/sh",
		"execve",
	}
	done := fenced(t, plan, append(permitted, denied...)...)
	for _, attempt := range permitted {
		assert.True(t, done[attempt], attempt)
	}
	for _, attempt := range denied {
		assert.False(t, done[attempt], attempt)
	}
}

func TestNetwork(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	open := l.Addr().(*net.TCPAddr).Port
	l2, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l2.Close()
	closed := l2.Addr().(*net.TCPAddr).Port

	const tcp, udp, raw, unix, netlink, mptcp = "socket 2,1,0", "socket 2,2,0", "socket 2,3,1", "socket 1,1,0", "socket 16,3,0", "socket 2,1,262"
	to, toOther := fmt.Sprintf("connect %d", open), fmt.Sprintf("connect %d", closed)
	t.Run("none planned", func(t *testing.T) {
		done := fenced(t, sandbox.Plan{}, tcp, udp, raw, unix, netlink, mptcp, to, "bind 0")
		for attempt, did := range done {
			assert.False(t, did, attempt)
		}
	})
	t.Run("one port", func(t *testing.T) {
		done := fenced(t, sandbox.Plan{Connect: []uint16{uint16(open)}}, tcp, to, toOther, "bind 0", udp, raw, unix, netlink, mptcp)
		for attempt, did := range done {
			assert.Equal(t, attempt == tcp || attempt == to, did, attempt)
		}
	})
	t.Run("a resolver", func(t *testing.T) {
		done := fenced(t, sandbox.Plan{Connect: []uint16{uint16(open)}, Resolve: true}, udp, unix, raw, "read /etc/hosts", "read /etc/passwd")
		for attempt, did := range done {
			assert.Equal(t, attempt == udp || attempt == "read /etc/hosts", did, attempt)
		}
	})
	t.Run("a unix socket", func(t *testing.T) {
		done := fenced(t, sandbox.Plan{UnixSockets: true}, unix, tcp, netlink)
		for attempt, did := range done {
			assert.Equal(t, attempt == unix, did, attempt)
		}
	})
	t.Run("a port to listen on", func(t *testing.T) {
		free := open + 1
		done := fenced(t, sandbox.Plan{Listen: []uint16{uint16(free)}}, fmt.Sprintf("bind %d", free), fmt.Sprintf("bind %d", free+1), to)
		assert.False(t, done[fmt.Sprintf("bind %d", free+1)])
		assert.False(t, done[to])
	})
}

func TestRequiredPathIsMissing(t *testing.T) {
	_, err := sandbox.Enter(sandbox.Auto, sandbox.Plan{Required: []string{filepath.Join(t.TempDir(), "gone")}})
	require.Error(t, err)
}

func TestModes(t *testing.T) {
	for _, given := range []string{"auto", "require", "off", ""} {
		_, err := sandbox.ParseMode(given)
		assert.NoError(t, err)
	}
	_, err := sandbox.ParseMode("maybe")
	assert.ErrorContains(t, err, "auto, require, off")
	report, err := sandbox.Enter(sandbox.Off, sandbox.Plan{})
	require.NoError(t, err)
	assert.Equal(t, "sandbox: off", report.String())
	assert.False(t, report.Stands())
}
