package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/query/postgres/pgtest"
)

// The growth test's database: a clock that the writer moves on, and amounts that it moves about and that always have the
// same sum.
const (
	growthItems = 500
	growthTotal = growthItems * 1000
	growthLag   = time.Second
)

// growth is a primary, two standbys, two gateways, a writer, and clients that ask the gateways in turn.
type growth struct {
	cluster  *pgtest.Cluster
	database string
	gateways []*served
	token    string
	client   *http.Client

	mu        sync.Mutex
	begun     int64       // the writer's last transaction
	committed []time.Time // when the server had acknowledged transaction i+1

	stop     context.CancelFunc
	group    sync.WaitGroup
	failures sync.Map
	answers  []growthAnswer
}

// growthAnswer is one answer.
type growthAnswer struct {
	sent, came time.Time
	gateway    int
	port       int
	stale      time.Duration // what is known to be missing was committed that long before the question was sent
}

// TestGrowth loses standbys in every way while two gateways are read: one is killed, the other falls behind, both start
// anew, one is promoted, one freezes. No read fails, none shows what is no state of the database, and none is staler than
// max_lag allows. VITRINE_GROWTH says how long each phase takes; the standard is short.
func TestGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("no load in short mode")
	}
	phase := time.Second
	if given := os.Getenv("VITRINE_GROWTH"); given != "" {
		var err error
		phase, err = time.ParseDuration(given)
		require.NoError(t, err)
	}
	g := newGrowth(t)
	primary, one, two := g.cluster.Primary, g.cluster.Standbys[0], g.cluster.Standbys[1]
	g.begin(t, 8)
	var report strings.Builder
	// in runs a phase: what happens at its beginning, and which servers are read at its end.
	in := func(what string, act func(), servers ...*pgtest.Server) (from, to time.Time) {
		t.Helper()
		from = time.Now()
		act()
		acted := time.Now()
		time.Sleep(phase)
		want := []int{}
		for _, s := range servers {
			want = append(want, s.Port)
		}
		sort.Ints(want)
		lately := func() []int { // the slower the machine, the longer one must look to see reads
			now := time.Now()
			return g.ports(now.Add(-max(300*time.Millisecond, now.Sub(acted)/10)), now)
		}
		assert.Eventually(t, func() bool { return slices.Equal(want, lately()) }, time.Minute, 100*time.Millisecond,
			"%s: reads should go to %v, and go to %v", what, want, lately())
		to = time.Now()
		fmt.Fprintf(&report, "%-40s %s\n", what, g.figures(from, to))
		return acted, to
	}
	in("all are well", func() {}, one, two)
	killed, _ := in("a standby is killed", func() { one.Kill(t) }, two)
	assert.NotContains(t, g.ports(killed, time.Now()), one.Port)
	in("the other falls behind", func() { two.Pause(t) }, primary)
	in("the killed one is back", func() { one.Start(t) }, one)
	in("the other catches up", func() { two.Resume(t) }, one, two)
	in("both start anew", func() { one.Restart(t); two.Restart(t) }, one, two)
	in("one freezes", func() { one.Freeze(t) }, two)
	in("it goes on", func() { one.Thaw(t) }, one, two)
	promoted, end := in("one is promoted", func() { two.Promote(t) }, one)
	assert.NotContains(t, g.ports(promoted, end), two.Port, "a promoted server is not read")
	in("the last standby is killed", func() { one.Kill(t) }, primary)
	g.stop()
	g.group.Wait()

	fmt.Fprintf(&report, "%-40s %s\n", "all", g.figures(time.Time{}, time.Now()))
	t.Log("\n" + report.String())
	g.failures.Range(func(what, count any) bool {
		assert.Fail(t, "a read failed", "%d times: %v", count.(*atomic.Int64).Load(), what)
		return true
	})
	assert.Greater(t, len(g.answers), 100)
	byGateway := map[int]int{}
	for _, a := range g.answers {
		byGateway[a.gateway]++
	}
	assert.InDelta(t, byGateway[0], byGateway[1], 50, "any gateway answers any request")

	// What gateways share is the tokens: one that is revoked is so everywhere. Each has an audit of its own.
	out, err := exec.Command("vitrine", "token", "revoke", "--tokens", filepath.Join(g.gateways[0].folder, "tokens.json"), "all").CombinedOutput()
	require.NoError(t, err, string(out))
	lines := 0
	for i, gateway := range g.gateways {
		assert.Eventually(t, func() bool {
			_, _, err := g.ask(context.Background(), i, "SELECT 1")
			return err != nil && strings.Contains(err.Error(), "401")
		}, 30*time.Second, 50*time.Millisecond)
		audit := filepath.Join(gateway.folder, fmt.Sprintf("audit%d.jsonl", i))
		out, err := exec.Command("vitrine", "audit", "verify", audit).CombinedOutput()
		require.NoError(t, err, string(out))
		text, err := os.ReadFile(audit)
		require.NoError(t, err)
		lines += bytes.Count(text, []byte(`"tool":"substrate_read"`))
	}
	assert.GreaterOrEqual(t, lines, len(g.answers), "every answer is in an audit")
}

func newGrowth(t *testing.T) *growth {
	g := &growth{cluster: pgtest.NewCluster(t, 2)}
	g.database = g.cluster.Primary.NewDatabase(t, fmt.Sprintf(`
		CREATE TABLE tick (n bigint NOT NULL); INSERT INTO tick VALUES (0);
		CREATE TABLE items (id int PRIMARY KEY, v bigint NOT NULL); INSERT INTO items SELECT i, 1000 FROM generate_series(1, %d) AS i;`, growthItems))
	g.cluster.CatchUp(t)
	folder := t.TempDir()
	tokens, file := filepath.Join(folder, "tokens.json"), filepath.Join(folder, "vitrine.yaml")
	out, err := exec.Command("vitrine", "token", "new", "--tokens", tokens, "--name", "all", "--classes", "substrate", "--sources", "shop").Output()
	require.NoError(t, err)
	g.token = strings.TrimSpace(string(out))
	require.NoError(t, os.WriteFile(file, fmt.Appendf(nil, `
sources:
  - name: shop
    postgres: "%s"
    max_lag: %s
    policy: {allow_functions: [inet_server_port]}
    budget: {time: 60s, concurrent: 8}
http: {rate_per_second: 5000, calls_per_token: 100}
limits: {calls: 64}
log: {level: info}
`, g.cluster.URL(g.database, g.database, "target_session_attrs=prefer-standby"), growthLag), 0o600))
	for i := range 2 {
		s := &served{folder: folder}
		s.start(t, "mcp", "--config", file, "--http", "127.0.0.1:0", "--tokens", tokens, "--audit", filepath.Join(folder, fmt.Sprintf("audit%d.jsonl", i)))
		g.gateways = append(g.gateways, s)
	}
	g.client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}
	t.Cleanup(g.client.CloseIdleConnections)
	return g
}

// begin starts the writer and a number of clients.
func (g *growth) begin(t *testing.T, clients int) {
	ctx, stop := context.WithCancel(context.Background())
	g.stop = stop
	t.Cleanup(stop)
	c, err := pgx.Connect(ctx, g.cluster.Primary.URL("postgres", g.database))
	require.NoError(t, err)
	g.group.Go(func() {
		defer c.Close(context.Background())
		for n := int64(1); ctx.Err() == nil; n++ {
			g.mu.Lock()
			g.begun = n
			g.mu.Unlock()
			_, err := c.Exec(context.Background(), fmt.Sprintf(`BEGIN; UPDATE tick SET n = %d; UPDATE items SET v = v - 1 WHERE id = %d; UPDATE items SET v = v + 1 WHERE id = %d; COMMIT`,
				n, 1+n%growthItems, 1+(n*7)%growthItems), pgx.QueryExecModeSimpleProtocol)
			if err != nil {
				g.failed("the writer: " + err.Error())
				return
			}
			g.mu.Lock()
			g.committed = append(g.committed, time.Now())
			g.mu.Unlock()
			time.Sleep(5 * time.Millisecond)
		}
	})
	for i := range clients {
		g.group.Go(func() {
			for n := i; ctx.Err() == nil; n++ {
				g.read(n)
				time.Sleep(2 * time.Millisecond)
			}
		})
	}
}

func (g *growth) failed(what string) {
	count, _ := g.failures.LoadOrStore(what, new(atomic.Int64))
	count.(*atomic.Int64).Add(1)
}

// read asks one of the gateways and holds the answer to what the writer has done. Every eighth reads all items, row by row.
func (g *growth) read(n int) {
	gateway := n % len(g.gateways)
	sql := "SELECT n, inet_server_port(), (SELECT sum(v) FROM items), (SELECT count(*) FROM items) FROM tick"
	if n%8 == 0 {
		sql = "SELECT tick.n, inet_server_port(), items.v FROM items CROSS JOIN tick ORDER BY items.id"
	}
	sent := time.Now()
	rows, code, err := g.ask(context.Background(), gateway, sql)
	came := time.Now()
	if err != nil || code != "" {
		g.failed(fmt.Sprintf("%s%v", code, err))
		return
	}
	if len(rows) == 0 {
		g.failed("no rows")
		return
	}
	tick, port := rows[0][0], int(rows[0][1])
	total, count := int64(0), len(rows)
	if n%8 == 0 {
		for _, row := range rows {
			total += row[2]
			if row[0] != tick {
				g.failed("two snapshots in one answer")
			}
		}
	} else {
		total, count = rows[0][2], int(rows[0][3])
	}
	if total != growthTotal || count != growthItems {
		g.failed(fmt.Sprintf("wrong: %d rows of the sum %d", count, total))
	}
	a := growthAnswer{sent: sent, came: came, gateway: gateway, port: port}
	g.mu.Lock()
	defer g.mu.Unlock()
	if tick > g.begun {
		g.failed("an answer from the future")
	}
	if int(tick) < len(g.committed) { // the next transaction is missing
		if a.stale = sent.Sub(g.committed[tick]); a.stale > growthLag {
			g.failed(fmt.Sprintf("stale beyond %s, on port %d", growthLag, port))
		}
	}
	g.answers = append(g.answers, a)
}

// ask sends one substrate_read by MCP 2026-07-28, which has no sessions, and returns the rows or the code of the error.
func (g *growth) ask(ctx context.Context, gateway int, sql string) (rows [][]int64, code string, err error) {
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": map[string]any{
		"name": "substrate_read", "arguments": map[string]any{"sql": sql, "limit": growthItems},
		"_meta": map[string]any{"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": map[string]any{}},
	}})
	if err != nil {
		return nil, "", err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, g.gateways[gateway].url, bytes.NewReader(body))
	if err != nil {
		return nil, "", err
	}
	for name, value := range map[string]string{
		"Content-Type": "application/json", "Authorization": "Bearer " + g.token,
		"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "substrate_read",
	} {
		r.Header.Set(name, value)
	}
	answer, err := g.client.Do(r)
	if err != nil {
		return nil, "", err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		return nil, "", fmt.Errorf("status %d, %v: %s", answer.StatusCode, err, text)
	}
	var m struct {
		Error  *struct{ Message string }
		Result struct {
			IsError           bool
			StructuredContent struct {
				Rows  [][]json.RawMessage
				Error struct{ Code, Message string }
			}
			Content []struct{ Text string }
		}
	}
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, "", err
	}
	if m.Error != nil {
		return nil, m.Error.Message, nil
	}
	if m.Result.IsError {
		return nil, m.Result.Content[0].Text, nil
	}
	for _, row := range m.Result.StructuredContent.Rows {
		numbers := make([]int64, len(row))
		for i, cell := range row {
			// A sum of bigints is numeric, which JSON may hold as {"$decimal": "…"}.
			var number json.Number
			if err := json.Unmarshal(cell, &number); err != nil {
				var decimal map[string]json.Number
				if err := json.Unmarshal(cell, &decimal); err != nil {
					return nil, "", err
				}
				number = decimal["$decimal"]
			}
			if numbers[i], err = number.Int64(); err != nil {
				return nil, "", err
			}
		}
		rows = append(rows, numbers)
	}
	return rows, "", nil
}

// ports returns where the reads went that were sent and answered in a time.
func (g *growth) ports(from, to time.Time) []int {
	g.mu.Lock()
	defer g.mu.Unlock()
	var ports []int
	for _, a := range g.answers {
		if a.sent.After(from) && a.came.Before(to) && !slices.Contains(ports, a.port) {
			ports = append(ports, a.port)
		}
	}
	sort.Ints(ports)
	return ports
}

// figures says in a line what was measured in a time.
func (g *growth) figures(from, to time.Time) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	var times []time.Duration
	var stale time.Duration
	where := map[int]int{}
	for _, a := range g.answers {
		if a.sent.After(from) && a.came.Before(to) {
			times = append(times, a.came.Sub(a.sent))
			where[a.port]++
			stale = max(stale, a.stale)
		}
	}
	if len(times) == 0 {
		return "no reads"
	}
	slices.Sort(times)
	at := func(share float64) time.Duration {
		return times[int(share*float64(len(times)-1))].Round(100 * time.Microsecond)
	}
	name := func(port int) string {
		for i, s := range g.cluster.Standbys {
			if s.Port == port {
				return fmt.Sprintf("standby %d", i+1)
			}
		}
		return "primary"
	}
	var shares []string
	for port, n := range where {
		shares = append(shares, fmt.Sprintf("%s %.0f %%", name(port), 100*float64(n)/float64(len(times))))
	}
	sort.Strings(shares)
	return fmt.Sprintf("%6d reads, p50 %s, p99 %s, longest %s, stalest %s (%s)", len(times), at(0.5), at(0.99), at(1), stale.Round(time.Millisecond), strings.Join(shares, ", "))
}
