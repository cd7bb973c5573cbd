package config

import (
	"time"

	"vitrine/guard"
	"vitrine/query"
)

// Config is one vitrine.yaml. The zero value serves nothing.
type Config struct {
	Sources []Source `yaml:"sources"`
	Cell    *Cell    `yaml:"cell"`
	Record  *Record  `yaml:"record"`
	HTTP    HTTP     `yaml:"http"`
	Tokens  Path     `yaml:"tokens"`
	Audit   Audit    `yaml:"audit"`
	Limits  Limits   `yaml:"limits"`
	Log     Log      `yaml:"log"`
	Sandbox string   `yaml:"sandbox" accept:"auto,require,off"`

	file string
}

// File returns the path of the file that the configuration was read from, "" where there was none.
func (c *Config) File() string { return c.file }

// Path is a file or folder. In the file it may begin with ~/ and may be relative to the file's own folder; after Load it
// is absolute.
type Path string

// Duration is a span of time in Go's notation: 5s, 1m30s, 24h; whole days may be written 90d.
type Duration time.Duration

// Size is a number of bytes: 65536, 64KiB, 4MiB, 1GiB.
type Size int64

// All returns every source: the cell's, the record's, the others.
func (c *Config) All() []Source {
	var all []Source
	if c.Cell != nil {
		all = append(all, c.Cell.Source())
	}
	if c.Record != nil {
		all = append(all, c.Record.Source())
	}
	return append(all, c.Sources...)
}

// Source is one database that the generic tools serve.
type Source struct {
	Name        string `yaml:"name"`
	Description string `yaml:"description"`
	SQLite      Path   `yaml:"sqlite"`
	Postgres    string `yaml:"postgres"`
	Immutable   bool   `yaml:"immutable"`
	Redact      bool   `yaml:"redact"`
	Policy      Policy `yaml:"policy"`
	Budget      Budget `yaml:"budget"`

	// AllowPrivileged serves a PostgreSQL role that could write; every result says so.
	AllowPrivileged bool `yaml:"allow_privileged"`

	// MaxLag is how stale what a PostgreSQL standby shows may be. Zero means that nobody asks.
	MaxLag Duration `yaml:"max_lag"`
}

// Dialect returns the dialect that the source speaks.
func (s Source) Dialect() guard.Dialect {
	if s.Postgres != "" {
		return guard.Postgres
	}
	return guard.SQLite
}

// Policy is guard.Policy without the dialect, which follows from the source, and the row cap, which is a call's own.
type Policy struct {
	MaxBytes       Size     `yaml:"max_bytes"`
	MaxDepth       int      `yaml:"max_depth"`
	Stacked        string   `yaml:"stacked" accept:"strip,refuse"`
	AllowFunctions []string `yaml:"allow_functions"`
	DenyFunctions  []string `yaml:"deny_functions"`
	AllowRelations []string `yaml:"allow_relations"`
	DenyRelations  []string `yaml:"deny_relations"`
	DenyColumns    []string `yaml:"deny_columns"`
	MaskColumns    []string `yaml:"mask_columns"`
	AllowPragmas   []string `yaml:"allow_pragmas"`
}

// Guard returns the policy for a dialect.
func (p Policy) Guard(d guard.Dialect) guard.Policy {
	return guard.Policy{
		Dialect: d, MaxBytes: int(p.MaxBytes), MaxDepth: p.MaxDepth, Stacked: guard.Stacked(p.Stacked),
		AllowFunctions: p.AllowFunctions, DenyFunctions: p.DenyFunctions,
		AllowRelations: p.AllowRelations, DenyRelations: p.DenyRelations,
		DenyColumns: p.DenyColumns, MaskColumns: p.MaskColumns, AllowPragmas: p.AllowPragmas,
	}
}

// Budget bounds each call on a source, and how many run at once. Zero fields mean the defaults of package query.
type Budget struct {
	Time       Duration `yaml:"time"`
	Bytes      Size     `yaml:"bytes"`
	CellBytes  Size     `yaml:"cell_bytes"`
	Concurrent int      `yaml:"concurrent"`
	Waiting    int      `yaml:"waiting"`
}

// The bounds of one result where a budget gives none: large enough for honest work, small enough for a model.
const (
	DefaultBytes     = 1 << 20
	DefaultCellBytes = 64 << 10
)

// Query returns the budget as package query takes it.
func (b Budget) Query() query.Budget {
	out := query.Budget{Time: time.Duration(b.Time), Bytes: int64(b.Bytes), CellBytes: int64(b.CellBytes)}
	if out.Bytes == 0 {
		out.Bytes = DefaultBytes
	}
	if out.CellBytes == 0 {
		out.CellBytes = DefaultCellBytes
	}
	return out
}

// Runner returns the options of the runner that keeps the budget.
func (b Budget) Runner() query.RunnerOptions {
	return query.RunnerOptions{Default: b.Query(), Concurrent: b.Concurrent, Waiting: b.Waiting}
}

// Cell is the cell that this machine runs. Every field has a default; see [DefaultCell]. Its substrate is a SQLite file, or
// in Postgres.
type Cell struct {
	Substrate       Path     `yaml:"substrate"`
	Postgres        string   `yaml:"postgres"`
	AllowPrivileged bool     `yaml:"allow_privileged"`
	MaxLag          Duration `yaml:"max_lag"`
	Immutable       bool     `yaml:"immutable"`
	CellIdentity    Path     `yaml:"cell_identity"`
	TauSyncState    Path     `yaml:"tau_sync_state"`
	Logs            Path     `yaml:"logs"`
	NATS            string   `yaml:"nats"`
	NATSCredentials Path     `yaml:"nats_credentials"`
	NATSSubjects    []string `yaml:"nats_subjects"`
	Processes       []string `yaml:"processes"`
	Policy          Policy   `yaml:"policy"`
	Budget          Budget   `yaml:"budget"`
}

// Source is the cell's substrate as a source.
func (c *Cell) Source() Source {
	return Source{
		Name: SubstrateSource, Description: "the cell's own database: directives, their causal chains, Franklin's responses",
		SQLite: c.Substrate, Postgres: c.Postgres, Immutable: c.Immutable, AllowPrivileged: c.AllowPrivileged, MaxLag: c.MaxLag, Redact: true, Policy: c.Policy, Budget: c.Budget,
	}
}

// Record is the fleet's record: a SQLite file at Path, or in Postgres.
type Record struct {
	Path            Path     `yaml:"path"`
	Postgres        string   `yaml:"postgres"`
	AllowPrivileged bool     `yaml:"allow_privileged"`
	MaxLag          Duration `yaml:"max_lag"`
	Immutable       bool     `yaml:"immutable"`
	StaleAfter      Duration `yaml:"stale_after"`
	Policy          Policy   `yaml:"policy"`
	Budget          Budget   `yaml:"budget"`
}

// Source is the record as a source.
func (r *Record) Source() Source {
	return Source{
		Name: RecordSource, Description: "the fleet's record of its work streams",
		SQLite: r.Path, Postgres: r.Postgres, Immutable: r.Immutable, AllowPrivileged: r.AllowPrivileged, MaxLag: r.MaxLag, Redact: true, Policy: r.Policy, Budget: r.Budget,
	}
}

// HTTP is the transport for others than the local operator. It is off where Listen is "".
type HTTP struct {
	Listen          string   `yaml:"listen"`
	TLSCert         Path     `yaml:"tls_cert"`
	TLSKey          Path     `yaml:"tls_key"`
	InsecureHTTP    bool     `yaml:"insecure_http"`
	AllowedHosts    []string `yaml:"allowed_hosts"`
	AllowedOrigins  []string `yaml:"allowed_origins"`
	Fence           *bool    `yaml:"fence"`
	RatePerSecond   int      `yaml:"rate_per_second"`
	CallsPerToken   int      `yaml:"calls_per_token"`
	MaxBody         Size     `yaml:"max_body"`
	ShutdownTimeout Duration `yaml:"shutdown_timeout"`
}

// Audit is where every call is written down. It is off where File is "".
type Audit struct {
	File   Path `yaml:"file"`
	Key    Path `yaml:"key"`
	Fsync  bool `yaml:"fsync"`
	Rotate Size `yaml:"rotate"`
}

// Limits are those of the whole process.
type Limits struct {
	Memory Size `yaml:"memory"`
	Calls  int  `yaml:"calls"`
}

// Log is what the process writes on stderr.
type Log struct {
	Format string `yaml:"format" accept:"text,json"`
	Level  string `yaml:"level" accept:"debug,info,warn,error"`
}
