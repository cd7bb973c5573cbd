package fleet

import (
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/guard"
)

// Every statement passes the guard under the policy of its data.
func TestStatementsAreAdmitted(t *testing.T) {
	for _, d := range []guard.Dialect{guard.SQLite, guard.Postgres} {
		admitted, err := admit(d, guard.Policy{})
		require.NoError(t, err)
		require.Len(t, admitted, len(policies), d)
	}
}
