package gateway_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/query"
	"vitrine/query/postgres/pgtest"
	"vitrine/tools"
	"vitrine/tools/config"
)

// silent listens and says nothing to whoever connects, as a host does whose disk hangs.
func silent(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			if _, err := l.Accept(); err != nil {
				return
			}
		}
	}()
	return l.Addr().String()
}

// TestOneDatabaseDownTouchesNoOther asks three databases at once, of which two fail in their own ways, and the third never
// waits for them. Calls have a minute, so that a machine that is busy for some seconds is told from a call that waits for
// the dead; how long most of them take is looked at by the half.
func TestOneDatabaseDownTouchesNoOther(t *testing.T) {
	c := pgtest.NewCluster(t, 0)
	database := c.Primary.NewDatabase(t, "CREATE TABLE t (id int); INSERT INTO t VALUES (7);")
	file := filepath.Join(t.TempDir(), "vitrine.yaml")
	require.NoError(t, os.WriteFile(file, fmt.Appendf(nil, `
sources:
  - {name: well, sqlite: shop.db, budget: {time: 60s}}
  - {name: mortal, postgres: "%s", budget: {time: 60s}}
  - {name: silent, postgres: "postgres://x@%s/x?sslmode=disable", budget: {time: 60s}}
  - {name: silent-cluster, postgres: "postgres://x@%s,%s/x?sslmode=disable&target_session_attrs=prefer-standby", max_lag: 2s, budget: {time: 60s}}
`, c.Primary.URL(database, database), silent(t), silent(t), silent(t)), 0o600))
	dir, _ := folder(t, "")
	require.NoError(t, os.Rename(filepath.Join(dir, "shop.db"), filepath.Join(filepath.Dir(file), "shop.db")))
	r := start(t, config.Flags{Config: file})
	ask := func(source string) (string, time.Duration) {
		began := time.Now()
		raw, _ := json.Marshal(args{"sql": "SELECT 7 AS id", "source": source})
		result, err := r.Registry().Call(context.Background(), local, "substrate_read", raw, nil)
		if err != nil {
			return err.Error(), time.Since(began)
		}
		return result.Code, time.Since(began)
	}
	require.Eventually(t, func() bool { code, _ := ask("mortal"); return code == "" }, 30*time.Second, 10*time.Millisecond)
	for _, dead := range []string{"silent", "silent-cluster"} {
		code, took := ask(dead)
		assert.Contains(t, []string{string(query.CodeUnavailable), string(query.CodeNotFound)}, code, dead)
		assert.Less(t, took, 30*time.Second, "%s: not the whole time of a call", dead)
	}
	// The first attempt on a server that does not answer takes as long as a connection may.
	require.Eventually(t, func() bool { _, took := ask("silent"); return took < time.Second }, 40*time.Second, 100*time.Millisecond)

	// The server of one goes away while it is read, and the breaker opens.
	c.Primary.Kill(t)
	require.Eventually(t, func() bool {
		code, took := ask("mortal")
		return code == string(query.CodeUnavailable) && took < 100*time.Millisecond
	}, 40*time.Second, 10*time.Millisecond)
	var group sync.WaitGroup
	var mu sync.Mutex
	times := map[string][]time.Duration{}
	timed := func(source string) (code string) {
		code, took := ask(source)
		mu.Lock()
		defer mu.Unlock()
		times[source] = append(times[source], took)
		return code
	}
	for _, source := range []string{"mortal", "silent", "silent-cluster"} {
		for range 8 {
			group.Go(func() {
				for range 5 {
					assert.NotEmpty(t, timed(source))
				}
			})
		}
	}
	for range 50 {
		assert.Empty(t, timed("well"))
	}
	group.Wait()
	for source, took := range times {
		slices.Sort(took)
		assert.Less(t, took[len(took)/2], time.Second, source)
		assert.Less(t, took[len(took)-1], 30*time.Second, source)
	}
	states := r.Gateway().States()
	assert.NoError(t, states["well"])
	for _, dead := range []string{"mortal", "silent", "silent-cluster"} {
		assert.Error(t, states[dead], dead)
	}
	assert.Equal(t, string(query.CodeUnavailable), tools.ErrorResult(states["mortal"]).Code)

	c.Primary.Start(t)
	require.Eventually(t, func() bool { return r.Gateway().States()["mortal"] == nil }, 40*time.Second, 50*time.Millisecond, "it is asked again, also where nobody calls")
	code, _ := ask("mortal")
	assert.Empty(t, code)
}
