package encode_test

import (
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/query"
	"vitrine/query/encode"
)

// BenchmarkWrite writes rows of four columns, as the benchmark of the command does. One operation is one row.
func BenchmarkWrite(b *testing.B) {
	for _, format := range encode.Formats() {
		b.Run(string(format), func(b *testing.B) {
			b.ReportAllocs()
			many := &rows{
				columns: columns("id", "user_id", "amount", "note"),
				values: [][]query.Value{
					{integer(123456), integer(42), real(19.99), text("a note of some length, in plain words")},
					{integer(123457), integer(43), real(20), null()},
				},
				repeat: b.N/2 + 1,
			}
			require.NoError(b, encode.Write(io.Discard, format, many, encode.Options{}))
		})
	}
}
