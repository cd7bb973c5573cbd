package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/query"
)

const bomb = "WITH t(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM t) SELECT count(*) FROM t"

// ask sends one substrate_read and returns the HTTP status and the code of the result's error, "" for rows.
func (s *served) ask(ctx context.Context, client *http.Client, id int, sql string) (status int, code string, err error) {
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": map[string]any{
		"name": "substrate_read", "arguments": map[string]any{"sql": sql, "source": "shop"},
	}})
	if err != nil {
		return 0, "", err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url, bytes.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+s.all)
	answer, err := client.Do(r)
	if err != nil {
		return 0, "", err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		return answer.StatusCode, "", err
	}
	var m struct {
		ID    int
		Error *struct {
			Code    int
			Message string
		}
		Result struct {
			IsError           bool
			Content           []struct{ Text string }
			StructuredContent struct {
				Rows [][]any `json:"rows"`
			}
		}
	}
	if err := json.Unmarshal(text, &m); err != nil {
		return answer.StatusCode, "", err
	}
	switch {
	case m.ID != id:
		return answer.StatusCode, "", fmt.Errorf("the answer to %d has the id %d", id, m.ID)
	case m.Error != nil:
		return answer.StatusCode, strconv.Itoa(m.Error.Code), nil
	case m.Result.IsError:
		var inner struct{ Error struct{ Code string } }
		err = json.Unmarshal([]byte(m.Result.Content[0].Text), &inner)
		return answer.StatusCode, inner.Error.Code, err
	case len(m.Result.StructuredContent.Rows) != 1 || len(m.Result.StructuredContent.Rows[0]) != 1 || m.Result.StructuredContent.Rows[0][0] != float64(id):
		return answer.StatusCode, "", fmt.Errorf("another caller's rows: %s", text)
	}
	return answer.StatusCode, "", nil
}

// TestLoad lets 200 clients read, be refused, give up and send queries that never end, all at once. There are no errors
// but the announced ones, nobody gets another's rows, memory stays flat, and every answer is in the audit. VITRINE_LOAD
// says for how long; the standard is short.
func TestLoad(t *testing.T) {
	if testing.Short() {
		t.Skip("no load in short mode")
	}
	length := 5 * time.Second
	if given := os.Getenv("VITRINE_LOAD"); given != "" {
		var err error
		length, err = time.ParseDuration(given)
		require.NoError(t, err)
	}
	audit := filepath.Join(t.TempDir(), "audit.jsonl")
	// The limits of one token let most of the load wait; here they let through what the server itself can do.
	limits := filepath.Join(t.TempDir(), "vitrine.yaml")
	require.NoError(t, os.WriteFile(limits, []byte("http:\n  rate_per_second: 2000\n  calls_per_token: 150\n"), 0o600))
	s := serve(t, "--audit", audit, "--config", limits)
	const clients = 200
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: clients}}
	defer client.CloseIdleConnections()
	var answered, limited, abandoned atomic.Int64
	codes := sync.Map{}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var group sync.WaitGroup
	for c := range clients {
		group.Go(func() {
			random := rand.New(rand.NewPCG(1, uint64(c)))
			for n := 0; ctx.Err() == nil; n++ {
				id := c*1_000_000 + n
				// Where queries that never end have all places, a read can wait for its whole time, and is told so.
				sql, want := fmt.Sprintf("SELECT %d AS id", id), []string{"", "busy", "-32004", "timeout"}
				give, stop := context.WithCancel(context.Background())
				switch random.IntN(20) {
				case 0, 1, 2, 3:
					sql, want = fmt.Sprintf("DELETE FROM orders WHERE id = %d", id), []string{"statement_not_allowed", "-32004"}
				case 4:
					sql = fmt.Sprintf("%s /* %d */", bomb, id)
					time.AfterFunc(time.Duration(random.IntN(100))*time.Millisecond, stop)
				case 5:
					if c%20 == 0 {
						sql, want = bomb, want[1:]
					}
				}
				began := time.Now()
				status, code, err := s.ask(give, client, id, sql)
				if code == "timeout" {
					assert.GreaterOrEqual(t, time.Since(began), query.DefaultTime, "%s is told to have had its time", sql)
				}
				givenUp := give.Err() != nil
				stop()
				switch {
				case givenUp:
					abandoned.Add(1)
				case err != nil:
					t.Errorf("%s: %v", sql, err)
					return
				case status == http.StatusTooManyRequests:
					limited.Add(1)
					time.Sleep(time.Duration(20+random.IntN(200)) * time.Millisecond)
				case status != http.StatusOK || !assert.Contains(t, want, code, sql):
					t.Errorf("%s: status %d, code %q", sql, status, code)
					return
				default:
					answered.Add(1)
					count, _ := codes.LoadOrStore(code, new(atomic.Int64))
					count.(*atomic.Int64).Add(1)
				}
			}
		})
	}
	time.Sleep(length / 3)
	assert.Eventually(t, func() bool { return answered.Load() > 100 }, time.Minute, 10*time.Millisecond, "what a full load takes is measured under one")
	early := s.resident(t)
	time.Sleep(length * 2 / 3)
	cancel()
	group.Wait()
	late := s.resident(t)
	told := map[string]int64{}
	codes.Range(func(code, count any) bool {
		told[code.(string)] = count.(*atomic.Int64).Load()
		return true
	})
	t.Logf("%d answered %v, %d told to wait, %d given up; resident %d MB after a third, %d MB at the end",
		answered.Load(), told, limited.Load(), abandoned.Load(), early>>20, late>>20)
	assert.NotZero(t, told[""])
	assert.NotZero(t, told["statement_not_allowed"])
	assert.Less(t, late, 2*early+64<<20, "memory grows")

	// The server is as quick as before, and every answer is in the audit.
	require.Eventually(t, func() bool {
		status, code, err := s.ask(context.Background(), client, 1, "SELECT 1")
		return err == nil && status == http.StatusOK && code == ""
	}, time.Minute, 100*time.Millisecond)
	out, err := exec.Command("vitrine", "audit", "verify", audit).CombinedOutput()
	require.NoError(t, err, string(out))
	var lines int64
	_, err = fmt.Sscanf(string(out), "lines %d", &lines)
	require.NoError(t, err)
	assert.GreaterOrEqual(t, lines, answered.Load()-told["-32004"]+1)
}

// resident is the memory that the server holds, in bytes, 0 where the system does not tell.
func (s *served) resident(t *testing.T) int64 {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.server.Process.Pid))
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(status), "VmRSS:")
	var kilobytes int64
	_, err = fmt.Sscanf(after, "%d kB", &kilobytes)
	require.NoError(t, err)
	return kilobytes << 10
}

// TestKill kills the server in the middle of its work. The databases and the tokens are as they were, the audit tells
// of the crash at most, and a restart goes on.
func TestKill(t *testing.T) {
	audit := filepath.Join(t.TempDir(), "audit.jsonl")
	s := serve(t, "--audit", audit)
	hash := func(name string) [sha256.Size]byte {
		text, err := os.ReadFile(filepath.Join(s.folder, name))
		require.NoError(t, err)
		return sha256.Sum256(text)
	}
	files := []string{"shop.sqlite", "record.sqlite", "tokens.json"}
	before := map[string][sha256.Size]byte{}
	for _, name := range files {
		before[name] = hash(name)
	}
	flags := append(s.flags(), "--http", "127.0.0.1:0", "--tokens", filepath.Join(s.folder, "tokens.json"), "--audit", audit)
	for round := range 3 {
		var group sync.WaitGroup
		var answered atomic.Int64
		for c := range 8 {
			group.Go(func() {
				client := &http.Client{}
				defer client.CloseIdleConnections()
				for n := range 1000 {
					status, _, err := s.ask(context.Background(), client, c*1000+n, fmt.Sprintf("SELECT %d", c*1000+n))
					if err != nil {
						return // the server is dead
					}
					if status == http.StatusOK {
						answered.Add(1)
					}
				}
			})
		}
		require.Eventually(t, func() bool { return answered.Load() > 50 }, time.Minute, time.Millisecond)
		require.NoError(t, s.server.Process.Kill())
		group.Wait()
		for _, name := range files {
			assert.Equal(t, before[name], hash(name), "%s in round %d", name, round)
		}
		s.start(t, flags...)
		status, code, err := s.ask(context.Background(), http.DefaultClient, 7, "SELECT 7")
		require.NoError(t, err)
		assert.Equal(t, http.StatusOK, status)
		assert.Empty(t, code)
		out, err := exec.Command("vitrine", "audit", "verify", audit).CombinedOutput()
		require.NoError(t, err, string(out))
	}
}

// TestDrain ends the server with SIGTERM and with SIGINT while a query runs: the query is answered, and the head is told.
func TestDrain(t *testing.T) {
	for _, end := range []os.Signal{syscall.SIGTERM, os.Interrupt} {
		t.Run(end.String(), func(t *testing.T) { drain(t, end) })
	}
}

func drain(t *testing.T, end os.Signal) {
	audit := filepath.Join(t.TempDir(), "audit.jsonl")
	limits := filepath.Join(t.TempDir(), "vitrine.yaml")
	require.NoError(t, os.WriteFile(limits, []byte("http:\n  rate_per_second: 5000\n  calls_per_token: 1\n"), 0o600))
	s := serve(t, "--audit", audit, "--config", limits)
	type answer struct {
		code string
		err  error
	}
	done := make(chan answer, 1)
	go func() {
		for {
			status, code, err := s.ask(context.Background(), http.DefaultClient, 1, bomb)
			if err != nil || status != http.StatusTooManyRequests {
				done <- answer{code, err}
				return
			}
		}
	}()
	// The query runs once nothing else may run beside it.
	require.Eventually(t, func() bool {
		status, _, _ := s.ask(context.Background(), http.DefaultClient, 2, "SELECT 2")
		return status == http.StatusTooManyRequests
	}, time.Minute, 10*time.Millisecond)
	require.NoError(t, s.server.Process.Signal(end))
	a := <-done
	require.NoError(t, a.err)
	assert.Equal(t, "timeout", a.code)
	head := <-s.head
	out, err := exec.Command("vitrine", "audit", "verify", audit, "--head", head).CombinedOutput()
	require.NoError(t, err, string(out))
}
