package query

import (
	"context"

	"vitrine/guard"
)

// Catalog is what a source tells of its schema. A relation or column that the policy of the guard denies is not in it.
type Catalog interface {
	// Tables lists tables and views by name, those of the engine and shadow tables left out.
	Tables(ctx context.Context, g *guard.Guard) ([]Table, error)
	// Describe returns one table whole, or CodeUnknownTable with near names.
	Describe(ctx context.Context, g *guard.Guard, schema, name string) (*Description, error)
}

// Table is one line of the catalog.
type Table struct {
	Schema  string `json:"schema,omitempty"`
	Name    string `json:"name"`
	Type    string `json:"type"` // table, view, virtual, materialized view, partitioned table, foreign table
	Columns int    `json:"columns"`
	Comment string `json:"comment,omitempty"`
}

// Description is everything that a caller may know of one table.
type Description struct {
	Table
	Fields      []Field      `json:"fields"`
	ForeignKeys []ForeignKey `json:"foreign_keys,omitempty"`
	Indexes     []Index      `json:"indexes,omitempty"`
	SQL         string       `json:"sql,omitempty"` // the statement that made it, left out where a rule hides a part of it
}

// Field is one column of a table.
type Field struct {
	Name       string `json:"name"`
	Type       string `json:"type"`
	NotNull    bool   `json:"not_null,omitempty"`
	Default    string `json:"default,omitempty"`
	PrimaryKey int    `json:"primary_key,omitempty"` // 1-based place in the primary key
	Generated  bool   `json:"generated,omitempty"`
	Masked     bool   `json:"masked,omitempty"`
	Comment    string `json:"comment,omitempty"`
}

// ForeignKey is one reference to another table.
type ForeignKey struct {
	Columns    []string `json:"columns"`
	References string   `json:"references"`
	To         []string `json:"to"`
}

// Index is one index.
type Index struct {
	Name    string   `json:"name"`
	Columns []string `json:"columns"`
	Unique  bool     `json:"unique,omitempty"`
}
