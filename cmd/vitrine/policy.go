package main

import (
	"os"

	"vitrine/guard"
	"vitrine/tools/config"
)

// policyFile is a policy as it stands in a YAML file: the fields of guard.Policy under the same names. docs/cli.md
// describes them.
type policyFile struct {
	Dialect        string      `yaml:"dialect" accept:"sqlite,postgres"`
	MaxBytes       config.Size `yaml:"max_bytes"`
	MaxDepth       int         `yaml:"max_depth"`
	RowCap         int         `yaml:"row_cap"`
	Stacked        string      `yaml:"stacked" accept:"strip,refuse"`
	Explain        bool        `yaml:"explain"`
	AllowFunctions []string    `yaml:"allow_functions"`
	DenyFunctions  []string    `yaml:"deny_functions"`
	AllowRelations []string    `yaml:"allow_relations"`
	DenyRelations  []string    `yaml:"deny_relations"`
	DenyColumns    []string    `yaml:"deny_columns"`
	MaskColumns    []string    `yaml:"mask_columns"`
	AllowPragmas   []string    `yaml:"allow_pragmas"`
}

// policy is the file as the guard takes it.
func (p policyFile) policy() guard.Policy {
	return guard.Policy{
		Dialect: guard.Dialect(p.Dialect), MaxBytes: int(p.MaxBytes), MaxDepth: p.MaxDepth, RowCap: p.RowCap,
		Stacked: guard.Stacked(p.Stacked), Explain: p.Explain,
		AllowFunctions: p.AllowFunctions, DenyFunctions: p.DenyFunctions,
		AllowRelations: p.AllowRelations, DenyRelations: p.DenyRelations,
		DenyColumns: p.DenyColumns, MaskColumns: p.MaskColumns, AllowPragmas: p.AllowPragmas,
	}
}

// loadPolicy reads a policy file, or returns the default policy where path is empty. Whatever is not a policy is a usage
// error that names the line: an unknown key, a key that stands twice, a value of the wrong kind.
func loadPolicy(path string, dialect guard.Dialect) (guard.Policy, error) {
	if path == "" {
		return guard.Policy{Dialect: dialect}, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return guard.Policy{}, usagef("give the path of a YAML file; docs/cli.md shows one", "cannot read the policy: %v", err)
	}
	return parsePolicy(path, text, dialect)
}

// parsePolicy reads the text of the policy file called name.
func parsePolicy(name string, text []byte, dialect guard.Dialect) (guard.Policy, error) {
	var file policyFile
	if problems := config.ParseInto(text, os.LookupEnv, &file); len(problems) > 0 {
		err := &config.Error{File: name, Problems: problems[:1]}
		return guard.Policy{}, usagef("docs/cli.md lists the keys of a policy and what each takes", "%v", err)
	}
	if file.Dialect == "" {
		file.Dialect = string(dialect)
	}
	if file.Dialect != string(dialect) {
		return guard.Policy{}, usagef("use a policy of the same dialect, or leave dialect out of the file",
			"%s: the policy is for %s, the statement is read as %s", name, file.Dialect, dialect)
	}
	return file.policy(), nil
}
