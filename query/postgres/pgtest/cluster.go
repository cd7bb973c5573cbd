package pgtest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Cluster is a primary with standbys that stream from it.
type Cluster struct {
	Primary  *Server
	Standbys []*Server
}

// NewCluster starts a primary with a number of standbys for one test. Without PostgreSQL the test is skipped, and fails
// where CI=true.
func NewCluster(t testing.TB, standbys int) *Cluster {
	t.Helper()
	primary, err := Start()
	if err != nil {
		if os.Getenv("CI") != "true" && errors.Is(err, errMissing) {
			t.Skip(err)
		}
		t.Fatal(err)
	}
	t.Cleanup(primary.Stop)
	c := &Cluster{Primary: primary}
	for range standbys {
		s, err := primary.standby()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Stop)
		c.Standbys = append(c.Standbys, s)
	}
	return c
}

// standby starts a server that streams from this one.
func (s *Server) standby() (*Server, error) {
	b, err := prepare()
	if err != nil {
		return nil, err
	}
	err = b.run("pg_basebackup", "-h", "127.0.0.1", "-p", strconv.Itoa(s.Port), "-U", "postgres", "-D", b.data(), "-R", "-X", "stream", "-c", "fast", "--no-sync")
	if err == nil {
		err = b.launchAnywhere()
	}
	if err != nil {
		os.RemoveAll(b.folder)
		return nil, err
	}
	return b, nil
}

// URL is the address of a database on all servers for a role, with further parameters such as target_session_attrs=any.
func (c *Cluster) URL(role, database, parameters string) string {
	hosts := []string{fmt.Sprintf("127.0.0.1:%d", c.Primary.Port)}
	for _, s := range c.Standbys {
		hosts = append(hosts, fmt.Sprintf("127.0.0.1:%d", s.Port))
	}
	url := fmt.Sprintf("postgres://%s@%s/%s?sslmode=disable", role, strings.Join(hosts, ","), database)
	if parameters != "" {
		url += "&" + parameters
	}
	return url
}

// CatchUp waits until the standbys have replayed all that the primary has on disk.
func (c *Cluster) CatchUp(t testing.TB) {
	t.Helper()
	at := c.Primary.Ask(t, "postgres", "SELECT pg_current_wal_flush_lsn()")[0]
	for _, s := range c.Standbys {
		for began := time.Now(); s.Ask(t, "postgres", "SELECT pg_last_wal_replay_lsn() >= '"+at+"'")[0] != "t"; time.Sleep(20 * time.Millisecond) {
			if time.Since(began) > time.Minute {
				t.Fatal("a standby does not catch up")
			}
		}
	}
}

// Kill ends the server as a loss of power does: all its processes at once, without a word.
func (s *Server) Kill(t testing.TB) { s.signal(t, syscall.SIGKILL) }

// Freeze stops the server from answering; its connections stay open.
func (s *Server) Freeze(t testing.TB) { s.signal(t, syscall.SIGSTOP) }

// Thaw lets a frozen server go on.
func (s *Server) Thaw(t testing.TB) { s.signal(t, syscall.SIGCONT) }

// Start starts a server again that was killed, on the port that it had. Somebody else's connection may have that port for
// a moment.
func (s *Server) Start(t testing.TB) {
	t.Helper()
	err := s.launch()
	for try := 0; try < 10 && err != nil; try++ {
		time.Sleep(time.Second)
		err = s.launch()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Restart stops the server as an administrator does who does not wait for sessions, and starts it again.
func (s *Server) Restart(t testing.TB) {
	t.Helper()
	if err := s.run("pg_ctl", "-D", s.data(), "-m", "fast", "-w", "stop"); err != nil {
		t.Fatal(err)
	}
	s.Start(t)
}

// Promote makes a primary of a standby.
func (s *Server) Promote(t testing.TB) {
	t.Helper()
	if err := s.run("pg_ctl", "-D", s.data(), "-w", "promote"); err != nil {
		t.Fatal(err)
	}
}

// Pause stops a standby from replaying what it receives.
func (s *Server) Pause(t testing.TB) { s.Exec(t, "postgres", "SELECT pg_wal_replay_pause()") }

// Resume lets a standby replay again.
func (s *Server) Resume(t testing.TB) { s.Exec(t, "postgres", "SELECT pg_wal_replay_resume()") }

// signal sends a signal to the server and all its processes.
func (s *Server) signal(t testing.TB, signal syscall.Signal) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(s.data(), "postmaster.pid"))
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(text), "\n")
	postmaster, err := strconv.Atoi(first)
	if err != nil || postmaster <= 1 {
		t.Fatalf("%q is no process", first)
	}
	all := append([]int{postmaster}, children(postmaster)...)
	for _, pid := range all {
		if err := syscall.Kill(pid, signal); err != nil && pid == postmaster {
			t.Fatal(err)
		}
	}
	if signal == syscall.SIGKILL {
		for _, pid := range all {
			for began := time.Now(); alive(pid) && time.Since(began) < 30*time.Second; time.Sleep(5 * time.Millisecond) {
			}
		}
		// Where nobody takes note of the end of a process, its number looks taken, and the next start would refuse.
		os.Remove(filepath.Join(s.data(), "postmaster.pid"))
		os.Remove(filepath.Join(s.folder, fmt.Sprintf(".s.PGSQL.%d.lock", s.Port)))
	}
}

// children returns the processes that a process has started.
func children(parent int) []int {
	var all []int
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range files {
		if pid, above, _ := stat(file); above == parent {
			all = append(all, pid)
		}
	}
	return all
}

// alive reports whether a process runs; a zombie does not.
func alive(pid int) bool {
	found, _, state := stat(fmt.Sprintf("/proc/%d/stat", pid))
	return found == pid && state != "Z"
}

// stat reads a process's number, its parent's, and its state.
func stat(file string) (pid, parent int, state string) {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0, 0, ""
	}
	before, after, _ := strings.Cut(string(text), " (")
	fields := strings.Fields(after[strings.LastIndexByte(after, ')')+1:])
	if len(fields) < 2 {
		return 0, 0, ""
	}
	pid, _ = strconv.Atoi(before)
	parent, _ = strconv.Atoi(fields[1])
	return pid, parent, fields[0]
}
