package cell

import (
	"context"
	"encoding/json"
	"strings"

	"vitrine/guard"
	"vitrine/query"
	"vitrine/tools"
)

// maxChain is how many steps causal_chain returns; a directive has about ten.
const maxChain = 1000

type causalChainIn struct {
	DirectiveSHA256 string `json:"directive_sha256" jsonschema:"the directive: 64 hex digits, either case"`
}

// Check implements tools.Checker.
func (in *causalChainIn) Check() error {
	_, err := parseSHA256(in.DirectiveSHA256)
	return err
}

// parseSHA256 reads 64 hex digits of either case; the substrate holds them in lower case.
func parseSHA256(given string) (string, error) {
	lower := strings.ToLower(given)
	if len(given) != 64 || strings.Trim(lower, "0123456789abcdef") != "" {
		return "", tools.BadArgument("directive_sha256", given, "64 hex digits", nil)
	}
	return lower, nil
}

type step struct {
	DirectiveSHA256 json.RawMessage `json:"directive_sha256"`
	Stage           json.RawMessage `json:"stage" jsonschema:"1 ingest, 2 classify, 3 admit, 4 execute, 5 respond, 6 close"`
	StepNo          json.RawMessage `json:"step_no"`
	Actor           json.RawMessage `json:"actor"`
	RowID           json.RawMessage `json:"row_id"`
	OccurredAt      json.RawMessage `json:"occurred_at"`
	Outcome         json.RawMessage `json:"outcome"`
	Detail          json.RawMessage `json:"detail"`
	WitnessSHA256   json.RawMessage `json:"witness_sha256"`
}

type causalChainOut struct {
	DirectiveSHA256 string         `json:"directive_sha256"`
	Found           bool           `json:"found"`
	TotalCount      int64          `json:"total_count"`
	Truncated       bool           `json:"truncated" jsonschema:"true where there are more steps than are listed"`
	Chain           []step         `json:"chain"`
	Notices         []guard.Notice `json:"notices"`
}

func (c *cell) causalChain(ctx context.Context, call tools.Call, in causalChainIn) (causalChainOut, error) {
	sha, err := parseSHA256(in.DirectiveSHA256)
	if err != nil {
		return causalChainOut{}, err
	}
	out := causalChainOut{DirectiveSHA256: sha}
	call.Account.Source = c.Substrate.Source().Name()
	err = c.snapshot(ctx, func(s *query.Snapshot) error {
		var err error
		if out.TotalCount, err = count(s, c.statements.causalChainTotal, query.Args{"sha": sha}); err != nil {
			return err
		}
		_, out.Notices, err = run(s, c.statements.causalChain, query.Args{"sha": sha, "rows": int64(maxChain)}, func(v []query.Value) {
			out.Chain = append(out.Chain, step{
				exact(&v[0]), exact(&v[1]), exact(&v[2]), exact(&v[3]), exact(&v[4]), exact(&v[5]), exact(&v[6]), exact(&v[7]), exact(&v[8]),
			})
		})
		return err
	})
	out.Found = out.TotalCount > 0
	out.Truncated = int64(len(out.Chain)) < out.TotalCount
	call.Account.Rows = len(out.Chain)
	return out, err
}

// lastDirectiveAt returns when the newest directive was received, nil where there is none. It is substrate data, which
// the class of cell_status covers by the contract.
func (c *cell) lastDirectiveAt(ctx context.Context, _ tools.Caller) (json.RawMessage, error) {
	at := json.RawMessage("null")
	err := c.snapshot(ctx, func(s *query.Snapshot) error {
		_, _, err := run(s, c.statements.lastDirective, nil, func(v []query.Value) { at = exact(&v[0]) })
		return err
	})
	return at, err
}
