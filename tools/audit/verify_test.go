package audit

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestNumbersFollowEachOther seals lines whose chain holds and whose numbers do not, which only somebody with the key can.
func TestNumbersFollowEachOther(t *testing.T) {
	key := bytes.Repeat([]byte{7}, 32)
	for numbers, sound := range map[[3]int64]bool{{1, 2, 3}: true, {1, 3, 4}: false, {1, 2, 2}: false, {1, 2, 1}: false, {2, 3, 4}: false} {
		var log []byte
		head := zero
		for _, n := range numbers {
			line, hash, err := seal(newChain(key), Entry{Time: at, Sequence: n, Previous: head, Verdict: VerdictOK})
			require.NoError(t, err)
			log, head = append(log, line...), hash
		}
		report, err := Verify(bytes.NewReader(log), key, nil)
		require.NoError(t, err)
		assert.Equal(t, sound, len(report.Problems) == 0, "%v: %v", numbers, report.Problems)
	}
}
