package guard

// What the policy and Check ask of PostgreSQL's reader and tables.

func postgresRelationReason(schema, relation string) string { return "" }

func postgresAllows(function string) bool { return false }

func postgresNear(function string) []string { return nil }

func (c *check) readPostgres(at int) (*reading, *Refusal) {
	return nil, &Refusal{Code: SyntaxError, Message: "the PostgreSQL dialect is not built in", Hint: "use --dialect sqlite"}
}
