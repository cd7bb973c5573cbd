package config

import (
	"path/filepath"
	"runtime"
	"time"
)

// Machine is what the defaults depend on. Tests make their own.
type Machine struct {
	OS     string // as runtime.GOOS
	Home   string
	Lookup func(name string) (string, bool) // environment variables
}

// DefaultCell is the cell at its default paths: under ~/Library on macOS, under XDG_DATA_HOME and XDG_STATE_HOME
// elsewhere (https://specifications.freedesktop.org/basedir-spec/latest/, whose own defaults stand in where a variable
// is unset, empty or relative).
func DefaultCell(m Machine) Cell {
	var data, logs string
	if m.OS == "darwin" {
		data = filepath.Join(m.Home, "Library", "Application Support", "GaiaFTCL")
		logs = filepath.Join(m.Home, "Library", "Logs", "GaiaFTCL")
	} else {
		data = filepath.Join(m.base("XDG_DATA_HOME", ".local", "share"), "gaiaftcl")
		logs = filepath.Join(m.base("XDG_STATE_HOME", ".local", "state"), "gaiaftcl", "log")
	}
	return Cell{
		Substrate:    Path(filepath.Join(data, "substrate.sqlite")),
		CellIdentity: Path(filepath.Join(data, "cell_identity.json")),
		TauSyncState: Path(filepath.Join(data, "tau_sync_state.json")),
		Logs:         Path(logs),
		NATS:         "127.0.0.1:4222",
		Processes:    []string{"Franklin", "VQbitVM", "FranklinConsciousnessService"},
	}
}

func (m Machine) base(variable string, standard ...string) string {
	if dir, ok := m.Lookup(variable); ok && filepath.IsAbs(dir) {
		return dir
	}
	return filepath.Join(append([]string{m.Home}, standard...)...)
}

// fill puts the defaults where the file says nothing. cell_identity and tau_sync_state stand beside the substrate,
// wherever that is; beside the default one where it is in PostgreSQL.
func (c *Config) fill(m Machine) {
	if c.Cell != nil {
		c.Cell.fill(DefaultCell(m))
	}
	if c.Record != nil && c.Record.StaleAfter == 0 {
		c.Record.StaleAfter = Duration(24 * time.Hour)
	}
	if c.Sandbox == "" {
		c.Sandbox = "auto"
	}
	if c.Log.Format == "" {
		c.Log.Format = "text"
	}
	if c.Log.Level == "" {
		c.Log.Level = "info"
	}
	if c.Limits.Memory == 0 {
		c.Limits.Memory = 256 << 20
	}
	if c.Limits.Calls == 0 {
		c.Limits.Calls = 16
	}
	if c.HTTP.MaxBody == 0 {
		c.HTTP.MaxBody = 8 << 20
	}
}

func (c *Cell) fill(standard Cell) {
	beside := filepath.Dir(string(standard.Substrate))
	if c.Substrate == "" && c.Postgres == "" {
		c.Substrate = standard.Substrate
	}
	if c.Substrate != "" {
		beside = filepath.Dir(string(c.Substrate))
	}
	if c.CellIdentity == "" {
		c.CellIdentity = Path(filepath.Join(beside, "cell_identity.json"))
	}
	if c.TauSyncState == "" {
		c.TauSyncState = Path(filepath.Join(beside, "tau_sync_state.json"))
	}
	if c.Logs == "" {
		c.Logs = standard.Logs
	}
	if c.NATS == "" {
		c.NATS = standard.NATS
	}
	if c.Processes == nil {
		c.Processes = standard.Processes
	}
}

// osName is runtime.GOOS; a variable of its own keeps Machine plain data.
const osName = runtime.GOOS
