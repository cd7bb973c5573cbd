//go:build unix

package cell

import (
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Nothing that is no regular file is read, and none of it makes the call wait.
func TestReadLogOnlyRegularFiles(t *testing.T) {
	_, logs := logFolder(t)
	require.NoError(t, syscall.Mkfifo(filepath.Join(logs, "fifo"), 0o644))
	require.NoError(t, os.Mkdir(filepath.Join(logs, "folder"), 0o755))
	require.NoError(t, os.Symlink("fifo", filepath.Join(logs, "link-to-fifo")))
	t.Chdir(logs) // the path of a socket has to be short
	listener, err := net.Listen("unix", "socket")
	require.NoError(t, err)
	defer listener.Close()
	names := []string{"fifo", "folder", "link-to-fifo", "socket"}
	if syscall.Mknod(filepath.Join(logs, "zero"), syscall.S_IFCHR|0o644, 1<<8|5) == nil {
		names = append(names, "zero")
	}
	for _, name := range names {
		done := make(chan error, 1)
		go func() { _, err := readLog(logs, name); done <- err }()
		select {
		case err := <-done:
			requireCode(t, CodeNotALog, err)
		case <-time.After(time.Minute):
			t.Fatalf("reading %s waits", name)
		}
	}
}

// The look before the open is only a courtesy: without it a FIFO is still refused, on its own handle.
func TestOpenLogLooksAtWhatItOpened(t *testing.T) {
	_, logs := logFolder(t)
	require.NoError(t, syscall.Mkfifo(filepath.Join(logs, "fifo"), 0o644))
	root, err := os.OpenRoot(logs)
	require.NoError(t, err)
	defer root.Close()
	f, err := root.OpenFile("fifo", os.O_RDONLY|openWithoutWaiting, 0)
	require.NoError(t, err, "does not wait for a writer")
	defer f.Close()
	_, err = openedLog(f)
	require.ErrorIs(t, err, errNotRegular)
}

// A name that is a log at the look and a FIFO at the open is never read, and never makes the call wait.
func TestReadLogRaceWithFIFO(t *testing.T) {
	_, logs := logFolder(t)
	write(t, filepath.Join(logs, "honest"), "honest")
	require.NoError(t, syscall.Mkfifo(filepath.Join(logs, "fifo"), 0o644))
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			os.Remove(filepath.Join(logs, "scratch"))
			os.Link(filepath.Join(logs, []string{"honest", "fifo"}[i%2]), filepath.Join(logs, "scratch"))
			os.Rename(filepath.Join(logs, "scratch"), filepath.Join(logs, "a.log"))
		}
	}()
	done := make(chan string, 1)
	go func() {
		for range 5000 {
			if out, err := readLog(logs, "a.log"); err == nil && out.Content != "honest" {
				done <- "read something else"
				return
			}
		}
		done <- ""
	}()
	select {
	case problem := <-done:
		require.Empty(t, problem)
	case <-time.After(3 * time.Minute):
		t.Error("a call waits")
	}
	close(stop)
	<-stopped
}
