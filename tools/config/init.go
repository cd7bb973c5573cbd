package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// Start is what `vitrine init` found in a folder, and what its file serves.
type Start struct {
	Databases []string // SQLite files, relative to the folder, each a source
	Record    string   // the one of them that is a fleet's record, or ""
	Substrate string   // the one of them that is a cell's substrate, or ""
	Cell      bool     // serve the cell at its default paths
}

// File returns a vitrine.yaml for the start: what was found is served, and every other key stands in a comment.
func (s Start) File() []byte {
	var b bytes.Buffer
	b.WriteString(`# What vitrine serves. docs/configuration.md describes every key; "vitrine config check" tells what is wrong here.
# Paths are relative to this file; ~/ is the home folder. ${NAME} and ${NAME:-default} are environment variables.

`)
	s.writeSources(&b)
	s.writeCell(&b)
	if s.Record != "" {
		fmt.Fprintf(&b, "# The fleet's record: eleven more tools.\nrecord:\n  path: %s\n\n", quoteYAML(s.Record))
	} else {
		b.WriteString("# The fleet's record: eleven more tools.\n# record:\n#   path: record.sqlite\n\n")
	}
	b.WriteString(`# For others than you: HTTP with a token for each of them ("vitrine token new" makes one).
# http:
#   listen: 127.0.0.1:8765
# tokens: tokens.json

# Every call in a chain of lines that shows tampering ("vitrine audit verify").
# audit:
#   file: audit.jsonl
#   key: audit.key

# limits: {memory: 256MiB, calls: 16}
# log: {format: text, level: info}
# sandbox: auto                 # auto, require or off
`)
	return b.Bytes()
}

func (s Start) writeSources(b *bytes.Buffer) {
	written := 0
	for _, path := range s.Databases {
		if path == s.Record || path == s.Substrate {
			continue
		}
		if written == 0 {
			b.WriteString("# Databases, each with a policy and a budget of its own.\nsources:\n")
		}
		written++
		fmt.Fprintf(b, "  - name: %s\n    sqlite: %s\n", s.nameOf(path, written), quoteYAML(path))
		if written == 1 {
			b.WriteString(`    # description: what is in it, for models that read
    # redact: true              # over HTTP, absolute paths in the rows leave only as their last element
    # policy:
    #   deny_relations: [secrets, audit_*]
    #   deny_columns: [users.token, "*.password"]
    #   mask_columns: [users.email]     # read as NULL
    # budget: {time: 5s, bytes: 1MiB, cell_bytes: 64KiB, concurrent: 4}
`)
		}
	}
	if written == 0 {
		b.WriteString(`# Databases, each with a policy and a budget of its own.
# sources:
#   - name: shop
#     sqlite: shop.db
#     policy:
#       deny_columns: [users.token]
#     budget: {time: 5s, bytes: 1MiB}
`)
	}
	b.WriteByte('\n')
}

// nameOf returns a name for the source that no other has.
func (s Start) nameOf(path string, n int) string {
	name := SourceName(path[strings.LastIndexByte(path, '/')+1:])
	taken := name == SubstrateSource || name == RecordSource
	for _, other := range s.Databases {
		if other != path && SourceName(other[strings.LastIndexByte(other, '/')+1:]) == name {
			taken = true
		}
	}
	if taken {
		return fmt.Sprintf("%s-%d", name[:min(len(name), 60)], n)
	}
	return name
}

func (s Start) writeCell(b *bytes.Buffer) {
	b.WriteString("# The cell on this machine: its processes, logs, NATS server and substrate.\n")
	switch {
	case s.Substrate != "":
		fmt.Fprintf(b, "cell:\n  substrate: %s\n", quoteYAML(s.Substrate))
	case s.Cell:
		b.WriteString("cell:\n")
	default:
		b.WriteString("# cell:\n")
	}
	if s.Substrate == "" {
		b.WriteString("  # substrate: ~/.local/share/gaiaftcl/substrate.sqlite\n")
	}
	b.WriteString(`  # logs: ~/.local/state/gaiaftcl/log
  # nats: 127.0.0.1:4222
  # nats_subjects: [cell.status]        # what nats_request may ask; by default nothing
  # processes: [Franklin, VQbitVM, FranklinConsciousnessService]

`)
}

// quoteYAML writes text so that YAML reads it back as it is, and expands nothing in it.
func quoteYAML(text string) string {
	quoted, _ := json.Marshal(strings.ReplaceAll(text, "$", "$$")) // a JSON string is a YAML string
	return string(quoted)
}

// ClientFile returns the .mcp.json with which a client starts the program on the file.
func ClientFile(command, file string) []byte {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	type server struct {
		Type    string   `json:"type"`
		Command string   `json:"command"`
		Args    []string `json:"args"`
	}
	_ = encoder.Encode(map[string]map[string]server{ // text always encodes
		"mcpServers": {"vitrine": {Type: "stdio", Command: command, Args: []string{"mcp", "--config", file}}},
	})
	return b.Bytes()
}
