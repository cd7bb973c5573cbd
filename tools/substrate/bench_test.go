package substrate_test

import (
	"context"
	"encoding/json"
	"testing"

	"vitrine/fixtures"
)

// BenchmarkRead measures a call of substrate_read behind the transport: arguments decoded, guard, engine, result encoded.
func BenchmarkRead(b *testing.B) {
	s := serve(b, database{name: "shop", build: fixtures.Cases})
	for _, c := range []struct{ name, arguments string }{
		{"one row", `{"sql": "SELECT id, user_id, amount, note FROM orders WHERE id = 7"}`},
		{"one row with a parameter", `{"sql": "SELECT id, user_id, amount, note FROM orders WHERE id = ?", "params": [7]}`},
		{"500 rows of 4 columns", `{"sql": "SELECT id, user_id, amount, note FROM orders", "limit": 500}`},
		{"500 rows of 4 columns as csv", `{"sql": "SELECT id, user_id, amount, note FROM orders", "limit": 500, "format": "csv"}`},
		{"refused", `{"sql": "DELETE FROM orders"}`},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := s.registry.Call(context.Background(), local, "substrate_read", json.RawMessage(c.arguments), nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
