package fleet

import (
	"context"

	"vitrine/query"
	"vitrine/tools"
)

// LedgerSums is what batches of calls came to, by the real meter.
type LedgerSums struct {
	TokensIn        int64   `json:"tokens_in"`
	TokensOut       int64   `json:"tokens_out"`
	TokensCached    int64   `json:"tokens_cached"`
	CostUSD         Dollars `json:"cost_usd" jsonschema:"the real meter: what was billed; exact, in whole micro-dollars"`
	UnknownCostRows int64   `json:"unknown_cost_rows" jsonschema:"rows whose real meter is unknown; never added as 0.00"`
	Calls           int64   `json:"calls"`
	Refusals        int64   `json:"refusals"`
	PinBypasses     int64   `json:"pin_bypasses"`
}

// LedgerSession is one session in one workspace.
type LedgerSession struct {
	Session      string   `json:"session"`
	Workspace    string   `json:"workspace"`
	Unattributed bool     `json:"unattributed,omitempty" jsonschema:"the session or the workspace is empty in the record"`
	Missing      []string `json:"missing,omitempty" jsonschema:"which of the two is empty"`
	LedgerSums
}

// LedgerShow is the result of ledger_show.
type LedgerShow struct {
	AsOf       string          `json:"as_of_ts"`
	TotalCount int64           `json:"total_count" jsonschema:"sessions in the ledger"`
	Sessions   []LedgerSession `json:"sessions" jsonschema:"by session and workspace"`
	Truncated  bool            `json:"truncated" jsonschema:"true where more than 10000 sessions were found; totals are over all"`
	Totals     LedgerSums      `json:"totals"`
}

func (r *record) ledgerShow(ctx context.Context, c tools.Call, _ nothing) (LedgerShow, error) {
	out := LedgerShow{AsOf: asOf(c)}
	var totals sum
	err := r.read(ctx, func(s *snapshot) error {
		return s.rows("ledger", nil, func(row []query.Value) error {
			cost, err := readSum(row[2].Int, row[3:])
			if err != nil {
				return err
			}
			counts := row[3+sumWidth:]
			sums := LedgerSums{
				TokensIn: whole(counts[0]), TokensOut: whole(counts[1]), TokensCached: whole(counts[2]),
				CostUSD: cost.cost, UnknownCostRows: cost.unknown(),
				Calls: whole(counts[3]), Refusals: whole(counts[4]), PinBypasses: whole(counts[5]),
			}
			out.TotalCount++
			totals.include(&cost)
			out.Totals.include(sums)
			if len(out.Sessions) == maxBuckets {
				out.Truncated = true
				return nil
			}
			session := LedgerSession{LedgerSums: sums}
			for _, part := range []struct {
				name  string
				value query.Value
				into  *string
			}{{"session", row[0], &session.Session}, {"workspace", row[1], &session.Workspace}} {
				var empty bool
				if *part.into, empty = attribution(textOf(part.value), unattributed); empty {
					session.Unattributed = true
					session.Missing = append(session.Missing, part.name)
				}
			}
			out.Sessions = append(out.Sessions, session)
			return nil
		})
	})
	out.Totals.CostUSD, out.Totals.UnknownCostRows = totals.cost, totals.unknown()
	c.Account.Rows = len(out.Sessions)
	return out, err
}

// include adds the counts; the money is added apart.
func (l *LedgerSums) include(other LedgerSums) {
	l.TokensIn += other.TokensIn
	l.TokensOut += other.TokensOut
	l.TokensCached += other.TokensCached
	l.Calls += other.Calls
	l.Refusals += other.Refusals
	l.PinBypasses += other.PinBypasses
}
