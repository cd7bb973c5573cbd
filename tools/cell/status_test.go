package cell_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/fixtures"
	"vitrine/tools/cell"
)

type status struct {
	Processes       []cell.Process
	CellIdentity    json.RawMessage `json:"cell_identity"`
	TauSyncState    json.RawMessage `json:"tau_sync_state"`
	NATS            cell.NATSState
	Substrate       json.RawMessage
	LastDirectiveAt json.RawMessage `json:"last_directive_at"`
}

func TestStatus(t *testing.T) {
	s := serve(t, fixture, nil)
	put := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(s.folder, name), []byte(text), 0o644))
	}
	put("cell_identity.json", "\ufeff{\n  \"cell\": \"ü<b>\",\n  \"height\": 9007199254740993\n}\n")
	put("tau_sync_state.json", `{"block": 1}`)
	var got status
	s.call("cell_status", `{}`, &got)
	assert.Equal(t, []cell.Process{{Name: "no-such-process", PIDs: []int{}}}, got.Processes)
	assert.Equal(t, `{"cell":"ü<b>","height":9007199254740993}`, string(got.CellIdentity), "whole, numbers untouched")
	assert.Equal(t, `{"block":1}`, string(got.TauSyncState))
	assert.Equal(t, "closed", got.NATS.State)
	var file struct {
		Path       string
		Bytes      int64
		WALBytes   int64  `json:"wal_bytes"`
		ModifiedAt string `json:"modified_at"`
	}
	require.NoError(t, json.Unmarshal(got.Substrate, &file))
	info, err := os.Stat(filepath.Join(s.folder, "substrate.sqlite"))
	require.NoError(t, err)
	assert.Equal(t, filepath.Join(s.folder, "substrate.sqlite"), file.Path)
	assert.Equal(t, info.Size(), file.Bytes)
	assert.Equal(t, info.ModTime().UTC().Format("2006-01-02T15:04:05.000Z"), file.ModifiedAt)
	assert.Zero(t, file.WALBytes)
	assert.Regexp(t, `^"2026-05-14T\d\d:\d\d:\d\d\.\d{3}Z"$`, string(got.LastDirectiveAt))

	db := s.writer()
	_, err = db.Exec(`INSERT INTO user_directives VALUES (9999, 'x', '2026-05-14T12:00:00+02:00', 'a', 'mixed', NULL, 'b', 1),
		(10000, 'y', 'junk', 'a', 'mixed', NULL, 'b', 1), (10001, 'z', '2026-05-14T11:00:00+02:00', 'a', 'mixed', NULL, 'b', 1)`)
	require.NoError(t, err)
	s.call("cell_status", `{}`, &got)
	assert.Equal(t, `"2026-05-14T12:00:00+02:00"`, string(got.LastDirectiveAt), "the latest instant, not the greatest text")
	require.NoError(t, json.Unmarshal(got.Substrate, &file))
	assert.Positive(t, file.WALBytes)
}

// Each part that cannot be read says so in its own place, and the others still come.
func TestStatusPartsFailAlone(t *testing.T) {
	s := serve(t, func(path string) error { return fixtures.OlderSubstrate(path, "user_directives") }, nil)
	require.NoError(t, os.WriteFile(filepath.Join(s.folder, "cell_identity.json"), []byte(`{"cell": `), 0o644))
	require.NoError(t, os.Mkdir(filepath.Join(s.folder, "tau_sync_state.json"), 0o755))
	var got status
	text := s.call("cell_status", `{}`, &got)
	problem := func(raw json.RawMessage) string {
		var part struct{ Error string }
		require.NoError(t, json.Unmarshal(raw, &part))
		return part.Error
	}
	assert.Contains(t, problem(got.CellIdentity), "not valid JSON")
	assert.Contains(t, problem(got.TauSyncState), "no regular file")
	assert.Contains(t, problem(got.LastDirectiveAt), "schema_mismatch")
	assert.Len(t, got.Processes, 1)
	assert.Empty(t, problem(got.Substrate))
	assert.Equal(t, 1, strings.Count(text, s.folder), "the substrate's path, and no other")

	empty := serve(t, fixtures.EmptySubstrate, func(o *cell.Options) { o.SubstratePath += ".gone" })
	empty.call("cell_status", `{}`, &got)
	assert.Contains(t, problem(got.CellIdentity), "does not exist")
	assert.Contains(t, problem(got.Substrate), "does not exist")
	assert.Equal(t, "null", string(got.LastDirectiveAt), "no directive yet is no error")
}

// A name of more than 15 bytes is found, which comm would cut; the path before it, and arguments, do not matter.
func TestStatusFindsProcessesByArgv0(t *testing.T) {
	sleep, err := exec.LookPath("sleep")
	if err != nil {
		t.Skip("there is no sleep on this system")
	}
	start := func(argv0 string) int {
		c := &exec.Cmd{Path: sleep, Args: []string{argv0, "60"}}
		require.NoError(t, c.Start())
		t.Cleanup(func() { c.Process.Kill(); c.Wait() })
		return c.Process.Pid
	}
	one, two := start("/opt/cell/FranklinConsciousnessTest"), start("FranklinConsciousnessTest")
	start("FranklinConsciousnessTest2")
	start("x-FranklinConsciousnessTest")
	s := serve(t, fixtures.EmptySubstrate, func(o *cell.Options) {
		o.Processes = []string{"FranklinConsciousnessTest", "60", "VQbitVM-not-there"}
	})
	var got status
	s.call("cell_status", `{}`, &got)
	pids := []int{min(one, two), max(one, two)}
	assert.Equal(t, []cell.Process{{Name: "FranklinConsciousnessTest", PIDs: pids}, {Name: "60", PIDs: []int{}}, {Name: "VQbitVM-not-there", PIDs: []int{}}}, got.Processes)
}
