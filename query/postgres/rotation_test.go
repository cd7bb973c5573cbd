package postgres

import (
	"context"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/guard"
	"vitrine/query"
	"vitrine/query/postgres/pgtest"
)

func TestTheLessBusyServerIsChosen(t *testing.T) {
	busy, idle := &host{source: &Source{}, inFlight: 3}, &host{source: &Source{}}
	r := &Hosts{hosts: []*host{busy, idle}}
	for range 100 {
		require.Same(t, idle, r.choose(nil, time.Now()))
	}
	require.Same(t, busy, r.choose([]*host{idle}, time.Now()), "each is tried once")
	require.Nil(t, r.choose([]*host{idle, busy}, time.Now()))
	idle.doubted = true
	require.Same(t, busy, r.choose(nil, time.Now()), "one in doubt comes last")
}

// TestWhatOneServerCannotDo runs a read on a standby that is made to give it up.
func TestWhatOneServerCannotDo(t *testing.T) {
	c := pgtest.NewCluster(t, 2)
	name := c.Primary.NewDatabase(t, shop+"ALTER TABLE orders SET (autovacuum_enabled = off);")
	for _, s := range c.Standbys {
		s.Exec(t, "postgres", "ALTER SYSTEM SET max_standby_streaming_delay = 0")
		s.Exec(t, "postgres", "SELECT pg_reload_conf()")
	}
	c.CatchUp(t)
	r := openHosts(t, c, name, "target_session_attrs=prefer-standby", Options{})
	g, err := guard.New(guard.Policy{Dialect: guard.Postgres, AllowFunctions: []string{"pg_sleep"}})
	require.NoError(t, err)
	type outcome struct {
		count int64
		err   error
	}
	begin := func(seconds int, b query.Budget) chan outcome {
		done := make(chan outcome, 1)
		stmt, err := g.Check("SELECT count(*) FROM orders CROSS JOIN (SELECT pg_sleep(" + strconv.Itoa(seconds) + ") OFFSET 0) AS s")
		require.NoError(t, err)
		go func() {
			rows, err := query.NewRunner(r, query.RunnerOptions{Default: query.Budget{Time: query.Unlimited}}).Query(context.Background(), stmt, query.Args{}, b)
			var o outcome
			if o.err = err; err == nil {
				for rows.Next() {
					o.count = rows.Values()[0].Int
				}
				o.err = rows.Err()
				rows.Close()
			}
			done <- o
		}()
		return done
	}
	// running returns the server that runs the read, and its process, other than the one that was killed; nil where the read
	// has ended. A server that is coming up again does not answer.
	running := func(done chan outcome, killed int) (*pgtest.Server, int) {
		for began := time.Now(); time.Since(began) < time.Minute && len(done) == 0; time.Sleep(10 * time.Millisecond) {
			for _, s := range append([]*pgtest.Server{c.Primary}, c.Standbys...) {
				pids, _ := s.Try("postgres", "SELECT pid FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'SELECT count%pg_sleep%' AND wait_event = 'PgSleep'")
				if len(pids) == 0 {
					continue
				}
				pid, err := strconv.Atoi(pids[0])
				require.NoError(t, err)
				if pid != killed {
					return s, pid
				}
			}
		}
		return nil, 0
	}

	// The replay of what the primary vacuumed away cancels it: it is run again, on the other standby or on the primary.
	done := begin(5, query.Budget{Time: time.Minute})
	on, _ := running(done, 0)
	require.NotNil(t, on)
	require.NotSame(t, c.Primary, on)
	c.Primary.Exec(t, name, "DELETE FROM orders WHERE id > 100")
	c.Primary.Exec(t, name, "VACUUM orders")
	o := <-done
	require.NoError(t, o.err)
	assert.Equal(t, int64(100), o.count, "and sees what is there then")

	// A call that ends early is cancelled on the server that it runs on.
	on = nil
	for budget := 500 * time.Millisecond; on == nil && budget < time.Minute; budget *= 4 { // a busy machine needs its time to look
		done = begin(100, query.Budget{Time: budget})
		on, _ = running(done, 0)
		o = <-done
		assert.Equal(t, string(query.CodeTimeout), codeOf(o.err))
	}
	require.NotNil(t, on)
	assert.Eventually(t, func() bool {
		return on.Ask(t, "postgres", "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'")[0] == "0"
	}, 30*time.Second, 20*time.Millisecond)

	// One under which two servers break is not tried on the third.
	done = begin(200, query.Budget{Time: 3 * time.Minute})
	var broken []*pgtest.Server
	killed := 0
	for range 2 {
		on, pid := running(done, killed)
		require.NotNil(t, on)
		broken, killed = append(broken, on), pid
		require.NoError(t, syscall.Kill(pid, syscall.SIGKILL))
	}
	assert.NotSame(t, broken[0], broken[1])
	select {
	case o = <-done:
		assert.Equal(t, string(query.CodeUnreadable), codeOf(o.err))
	case <-time.After(time.Minute):
		t.Fatal("it goes on")
	}
	assert.Eventually(t, func() bool { return r.Ready() == nil }, 30*time.Second, 50*time.Millisecond)
	// The servers come up again by themselves, and are read again.
	assert.Eventually(t, func() bool { return len(ports(t, r, 40)) == 2 }, time.Minute, 100*time.Millisecond)
}
