package cell

import (
	"errors"

	"vitrine/guard"
	"vitrine/query"
	"vitrine/tools"
)

// Options say where the cell is. All paths are absolute.
type Options struct {
	Substrate     *query.Runner // the cell's database
	SubstratePath string        // its file, for cell_status; "" where it is in PostgreSQL
	Policy        guard.Policy  // what the built-in SQL may read; that of the source
	CellIdentity  string
	TauSyncState  string
	Logs          string
	NATS          NATS
	Processes     []string
}

// cell is what the handlers share. It is immutable.
type cell struct {
	Options
	statements statements
}

// Tools makes the cell's tools. The error is that of a fixed statement which the guard does not admit: a mistake of
// ours, never of the configuration. What the configured policy refuses is told by the tool when it is called.
func Tools(o Options) ([]*tools.Tool, error) {
	if o.Substrate == nil {
		return nil, errors.New("the cell has no substrate")
	}
	statements, err := prepare(o.Substrate.Source().Dialect(), o.Policy)
	if err != nil {
		return nil, err
	}
	c := &cell{Options: o, statements: statements}
	var all []*tools.Tool
	var failed error
	add := func(t *tools.Tool, err error) {
		all = append(all, t)
		failed = errors.Join(failed, err)
	}
	add(tools.New(tools.Descriptor{
		Name: "cell_status", Title: "Cell status", Annotations: tools.ReadOnly(), Classes: []tools.Class{tools.ClassCell},
		Description: "How the cell on this machine is doing, in one look: which of its processes run (with PIDs), its identity and tau sync state, " +
			"whether NATS is OPEN, the substrate database's size, and when the last directive came. Start here. A part that cannot be read is {\"error\": …} in its place. Example: {}",
	}, c.status))
	add(tools.New(tools.Descriptor{
		Name: "read_log", Title: "Read a log", Annotations: tools.ReadOnly(), Classes: []tools.Class{tools.ClassLogs},
		Description: "The last bytes of one log file of the cell, as text. Use it to see what a process said last; a name that is not there is answered with the names that are. " +
			`Example: {"name": "franklin.log", "tail_bytes": 8192}`,
	}, c.readLog))
	add(tools.New(tools.Descriptor{
		Name: "causal_chain", Title: "Causal chain of a directive", Annotations: tools.ReadOnly(), Classes: []tools.Class{tools.ClassSubstrate},
		Description: "Every sealed step of one directive in the order it happened: ingest, classify, admit, execute, respond, close, each with its witness. " +
			"Use it to see what became of a directive. At most 1,000 steps. Example: {\"directive_sha256\": \"9f86…64 hex digits\"}",
	}, c.causalChain))
	add(tools.New(tools.Descriptor{
		Name: "nats_ping", Title: "Ping NATS", Annotations: tools.ReadOnly(), Classes: []tools.Class{tools.ClassCell},
		Description: "Whether the cell's NATS server is OPEN or closed, at which address, and the round trip in milliseconds. OPEN means that it spoke NATS, not just that a port accepted. Example: {}",
	}, c.natsPing))
	add(tools.New(tools.Descriptor{
		Name: "directive_history", Title: "Directive history", Annotations: tools.ReadOnly(), Classes: []tools.Class{tools.ClassSubstrate},
		Description: "The directives that operators gave, newest first, with their text. Filter by time and kind; page with after. " +
			`Example: {"since": "2026-05-01", "kind": "directive", "limit": 20}`,
	}, c.directiveHistory))
	add(tools.New(tools.Descriptor{
		Name: "franklin_response_tail", Title: "Franklin's last responses", Annotations: tools.ReadOnly(), Classes: []tools.Class{tools.ClassSubstrate},
		Description: "What Franklin answered, newest first: to one directive, or to all and unprompted. Example: {\"limit\": 5}",
	}, c.responseTail))
	add(tools.New(tools.Descriptor{
		Name: "nats_request", Title: "Ask a NATS subject", Classes: []tools.Class{tools.ClassNATS},
		Annotations: tools.Annotations{DestructiveHint: true, OpenWorldHint: true},
		Description: "Sends one request to a NATS subject and returns the reply. It reaches a live service, which may act on it: ask only what the user wants asked. " +
			`Only the subjects that the configuration lists may be asked; by default none. Example: {"subject": "cell.status", "payload": "{}"}`,
	}, c.natsRequest))
	return all, failed
}
