package mcp

import (
	"encoding/json"
	"fmt"

	"vitrine/tools"
)

// catalog is a registry with its descriptors encoded once, so that tools/list gives the same bytes every time.
type catalog struct {
	registry *tools.Registry
	encoded  map[string][]byte
}

func newCatalog(registry *tools.Registry) *catalog {
	c := &catalog{registry: registry, encoded: map[string][]byte{}}
	for _, t := range registry.List(tools.LocalOperator()) {
		c.encoded[t.Name] = describeTool(t)
	}
	return c
}

func describeTool(t *tools.Tool) []byte {
	encoded, err := json.Marshal(struct {
		Name         string            `json:"name"`
		Title        string            `json:"title"`
		Description  string            `json:"description"`
		InputSchema  any               `json:"inputSchema"`
		OutputSchema any               `json:"outputSchema,omitempty"`
		Annotations  tools.Annotations `json:"annotations"`
	}{t.Name, t.Title, t.Description, t.Input, omitNil(t), t.Annotations})
	if err != nil {
		panic(fmt.Sprintf("tool %s cannot be described: %v", t.Name, err)) // its schemas were resolved by the registry
	}
	return encoded
}

func omitNil(t *tools.Tool) any {
	if t.Output == nil {
		return nil
	}
	return t.Output
}

// list returns the JSON array of the tools that the caller may call.
func (c *catalog) list(caller tools.Caller) []byte {
	visible := c.registry.List(caller)
	size := 2
	for _, t := range visible {
		size += len(c.encoded[t.Name]) + 1
	}
	out := make([]byte, 0, size)
	out = append(out, '[')
	for i, t := range visible {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, c.encoded[t.Name]...)
	}
	return append(out, ']')
}
