package postgres

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/guard"
	"vitrine/query"
	"vitrine/query/postgres/pgtest"
)

const whoami = "SELECT current_setting('port')::int"

// openHosts opens the servers of a cluster with a database of its own on it.
func openHosts(t testing.TB, c *pgtest.Cluster, database, parameters string, o Options) *Hosts {
	t.Helper()
	o.Name, o.URL = "shop", c.URL(database, database, parameters)
	r, err := OpenHosts(context.Background(), o)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, r.Close()) })
	return r
}

// onPort runs a statement that tells the port of the server that it runs on.
func onPort(s query.Source, sql string, b query.Budget) (int, error) {
	g, err := guard.New(guard.Policy{Dialect: guard.Postgres, AllowFunctions: []string{"inet_server_port", "pg_sleep", "current_setting"}})
	if err != nil {
		return 0, err
	}
	stmt, err := g.Check(sql)
	if err != nil {
		return 0, err
	}
	rows, err := query.NewRunner(s, ample).Query(context.Background(), stmt, query.Args{}, b)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	port := 0
	for rows.Next() {
		port = int(rows.Values()[0].Int)
	}
	return port, rows.Err()
}

// ports runs a number of reads and counts where they went.
func ports(t testing.TB, s query.Source, reads int) map[int]int {
	t.Helper()
	seen := map[int]int{}
	for range reads {
		port, err := onPort(s, whoami, query.Budget{})
		require.NoError(t, err)
		seen[port]++
	}
	return seen
}

func keys(m map[int]int) (all []int) {
	for k := range m {
		all = append(all, k)
	}
	return all
}

func TestAddresses(t *testing.T) {
	t.Setenv("PGTARGETSESSIONATTRS", "")
	for _, c := range []struct {
		url   string
		hosts string
		want  target
	}{
		{"postgres://a/db", "a:5432", targetAny},
		{"postgres://a,b:1,[::1]:2/db?target_session_attrs=prefer-standby", "a:5432 b:1 [::1]:2", targetPreferStandby},
		{"postgresql://u:p?x@a,b/db", "a:5432 b:5432", targetAny},
		{"postgres://a:1,b:2/db?", "a:1 b:2", targetAny},
		{"postgres://u@/db?host=a,/run/x%20y&port=7&target_session_attrs=read-only", "a:7 the local socket, port 7", targetStandby},
		{"host=a,b port=1,2 target_session_attrs=read-write", "a:1 b:2", targetPrimary},
		{"host=a target_session_attrs=primary", "a:5432", targetPrimary},
		{"postgres://a,b/db?target_session_attrs=standby&sslmode=prefer", "a:5432 b:5432", targetStandby},
	} {
		all, wanted, err := configs(c.url)
		require.NoError(t, err, c.url)
		assert.Equal(t, c.want, wanted, c.url)
		var hosts []string
		for _, config := range all {
			assert.Nil(t, config.ValidateConnect)
			assert.Len(t, addressesOf(config), 1, "each is asked by itself: %s", c.url)
			hosts = append(hosts, addressesOf(config)[0].String())
		}
		assert.Equal(t, c.hosts, strings.Join(hosts, " "), c.url)
	}
	for _, wrong := range []string{"postgres://a,b:x/db", "postgres://a,b,a/db", "postgres://a,b/db?target_session_attrs=nearest", "host=a,b port=1,2,3"} {
		_, _, err := configs(wrong)
		assert.Equal(t, string(query.CodeNotFound), codeOf(err), wrong)
	}
	t.Setenv("PGTARGETSESSIONATTRS", "standby")
	_, wanted, err := configs("postgres://a,b/db")
	require.NoError(t, err)
	assert.Equal(t, targetStandby, wanted)
}

func TestPositions(t *testing.T) {
	var p positions
	_, known := p.since(10)
	assert.False(t, known)
	start := time.Now()
	at := func(n int) time.Time { return start.Add(time.Duration(n) * time.Second) }
	p.add(at(1), 100)
	p.add(at(2), 200)
	p.add(at(3), 200)
	p.add(at(4), 150) // cannot be: it is passed over
	p.add(at(5), 300)
	for replayed, want := range map[uint64]int{100: 1, 199: 1, 200: 3, 299: 3, 300: 5, 900: 5} {
		got, known := p.since(replayed)
		assert.True(t, known)
		assert.Equal(t, at(want), got, replayed)
	}
	_, known = p.since(99)
	assert.False(t, known)
	for i := range 3 * mostSamples {
		p.add(at(6+i), uint64(1000+i))
	}
	assert.LessOrEqual(t, len(p.samples), mostSamples)
	got, _ := p.since(1 << 60)
	assert.Equal(t, at(5+3*mostSamples), got)
}

// TestTargets reads where target_session_attrs says.
func TestTargets(t *testing.T) {
	c := pgtest.NewCluster(t, 2)
	name := c.Primary.NewDatabase(t, shop)
	c.CatchUp(t)
	primary, one, two := c.Primary.Port, c.Standbys[0].Port, c.Standbys[1].Port
	for attrs, want := range map[string][]int{
		"any": {primary, one, two}, "": {primary, one, two}, "standby": {one, two}, "read-only": {one, two}, "prefer-standby": {one, two}, "primary": {primary}, "read-write": {primary},
	} {
		parameters := ""
		if attrs != "" {
			parameters = "target_session_attrs=" + attrs
		}
		r := openHosts(t, c, name, parameters, Options{})
		slices.Sort(want)
		var got []int // in the end, since a server that is asked for the first time, or late on a busy machine, is passed over
		assert.Eventually(t, func() bool {
			got = slices.Sorted(maps.Keys(ports(t, r, 60)))
			for _, port := range got {
				assert.True(t, attrs == "prefer-standby" || slices.Contains(want, port), "%s: port %d", attrs, port)
			}
			return slices.Equal(want, got)
		}, 30*time.Second, 10*time.Millisecond, "%s", attrs)
		r.Close()
	}
	alone := &pgtest.Cluster{Primary: c.Primary}
	r := openHosts(t, alone, name, "target_session_attrs=read-write", Options{})
	assert.Equal(t, []int{primary}, keys(ports(t, r, 2)), "one server, and a session that is read-only as all are")
	r = openHosts(t, alone, name, "target_session_attrs=standby", Options{})
	_, err := onPort(r, whoami, query.Budget{})
	assert.Equal(t, string(query.CodeUnavailable), codeOf(err))
	assert.ErrorContains(t, err, "is a primary")
	r = openHosts(t, alone, name, "target_session_attrs=prefer-standby", Options{})
	assert.Equal(t, []int{primary}, keys(ports(t, r, 2)))

	// The rules of one server hold on each.
	c.Primary.Exec(t, name, "GRANT INSERT ON users TO "+name)
	c.CatchUp(t)
	for _, attrs := range []string{"standby", "primary"} {
		_, err = OpenHosts(context.Background(), Options{Name: "x", URL: c.URL(name, name, "target_session_attrs="+attrs)})
		assert.Equal(t, string(query.CodeNotReadOnly), codeOf(err), attrs)
	}
	c.Primary.Exec(t, name, "REVOKE INSERT ON users FROM "+name)
	c.CatchUp(t)
	r = openHosts(t, c, name, "", Options{})
	told := 0
	for range 30 {
		rows, err := query.NewRunner(r, ample).Query(context.Background(), check(t, guard.Policy{}, "SELECT 1"), query.Args{}, query.Budget{})
		require.NoError(t, err)
		for rows.Next() {
		}
		for _, n := range rows.Notices() {
			if n.Code == NoticeUnhardened {
				told++
			}
		}
		rows.Close()
	}
	assert.Equal(t, 1, told, "once for the source, not for each server")
	tables, err := r.Tables(context.Background(), mustGuard(t))
	require.NoError(t, err)
	assert.Len(t, tables, 2)
	d, err := r.Describe(context.Background(), mustGuard(t), "", "users")
	require.NoError(t, err)
	assert.Len(t, d.Fields, 3)
}

func mustGuard(t testing.TB) *guard.Guard {
	t.Helper()
	g, err := guard.New(guard.Policy{Dialect: guard.Postgres})
	require.NoError(t, err)
	return g
}

// TestRotation takes servers away in every way, one after the other, and counts that no read fails and none goes where it
// must not.
func TestRotation(t *testing.T) {
	c := pgtest.NewCluster(t, 2)
	name := c.Primary.NewDatabase(t, shop)
	c.CatchUp(t)
	primary, one, two := c.Primary.Port, c.Standbys[0], c.Standbys[1]
	r := openHosts(t, c, name, "target_session_attrs=prefer-standby", Options{MaxLag: time.Second})
	// On a busy machine a standby that is well can be late for a moment, and the primary is read in its place: what may not
	// be read must never be, and what should be read is in the end all that is.
	reads := func(want []int, never ...int) {
		t.Helper()
		for _, port := range never {
			assert.NotContains(t, keys(ports(t, r, 40)), port, "%+v", r.States())
		}
		slices.Sort(want)
		assert.Eventually(t, func() bool {
			return slices.Equal(want, slices.Sorted(maps.Keys(ports(t, r, 40))))
		}, 40*time.Second, 20*time.Millisecond, "%v: %+v", want, r.States())
	}
	both := []int{one.Port, two.Port}
	reads(both)

	one.Kill(t)
	reads([]int{two.Port}, one.Port)
	one.Start(t)
	reads(both)

	// A primary that does nothing leaves its standbys current.
	time.Sleep(1500 * time.Millisecond)
	reads(both)

	one.Pause(t)
	c.Primary.Exec(t, name, "INSERT INTO users VALUES (3, 'Cy', 't3')")
	time.Sleep(1100 * time.Millisecond)
	reads([]int{two.Port}, one.Port)
	two.Restart(t)
	one.Resume(t)
	reads(both)

	// One that stops answering in the middle of a read.
	began := time.Now()
	running := make(chan error, 8)
	for range cap(running) {
		go func() {
			_, err := onPort(r, "SELECT current_setting('port')::int FROM (SELECT pg_sleep(0.3)) AS s", query.Budget{})
			running <- err
		}()
	}
	time.Sleep(100 * time.Millisecond)
	two.Freeze(t)
	for range cap(running) {
		assert.NoError(t, <-running)
	}
	assert.Less(t, time.Since(began), 45*time.Second, "less than they might take")
	reads([]int{one.Port}, two.Port)
	two.Thaw(t)
	reads(both)

	two.Promote(t)
	reads([]int{one.Port}, two.Port)
	one.Kill(t)
	reads([]int{primary}, one.Port, two.Port)
	assert.Eventually(t, func() bool {
		return strings.Contains(r.States()[2].Why, "says that it is the primary, which 127.0.0.1:"+strconv.Itoa(primary)+" is taken for")
	}, 30*time.Second, 10*time.Millisecond)
	assert.Eventually(t, func() bool {
		states := r.States()
		return states[0].Read && !states[1].Read && !states[2].Read && r.Ready() == nil
	}, 30*time.Second, 10*time.Millisecond, "%+v", r.States())

	// The primary is gone for good: the promoted one takes its place.
	c.Primary.Kill(t)
	assert.Eventually(t, func() bool {
		port, err := onPort(r, whoami, query.Budget{})
		return err == nil && port == two.Port
	}, 40*time.Second, 50*time.Millisecond)
	c.Primary.Start(t)
	time.Sleep(time.Second)
	reads([]int{two.Port}, primary) // the old one was left behind by the promotion
	two.Kill(t)
	assert.Eventually(t, func() bool {
		began := time.Now()
		_, err := onPort(r, whoami, query.Budget{})
		return codeOf(err) == string(query.CodeUnavailable) && time.Since(began) < patience/2
	}, 40*time.Second, 100*time.Millisecond, "calls fail at once while nothing can be read")
	assert.Equal(t, string(query.CodeUnavailable), codeOf(r.Ready()))
	assert.Eventually(t, func() bool {
		return strings.Contains(r.Ready().Error(), fmt.Sprintf("the server 127.0.0.1:%d cannot be reached", two.Port))
	}, 30*time.Second, 10*time.Millisecond)
}
