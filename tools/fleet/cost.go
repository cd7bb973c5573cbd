package fleet

import (
	"context"
	"encoding/json"
	"math/big"

	"vitrine/query"
	"vitrine/tools"
	"vitrine/tools/statement"
)

type streamIn struct {
	Stream string `json:"stream" jsonschema:"the slug of a stream"`
}

// Check implements tools.Checker.
func (in *streamIn) Check() error { return needSlug("stream", in.Stream) }

// needSlug refuses an empty slug.
func needSlug(argument, slug string) error {
	if slug == "" {
		return tools.BadArgument(argument, slug, "the slug of a stream", nil)
	}
	return nil
}

// Tokens are the tokens of runs.
type Tokens struct {
	TokensIn     int64 `json:"tokens_in"`
	TokensOut    int64 `json:"tokens_out"`
	TokensCached int64 `json:"tokens_cached"`
}

// ModelCost is what one model's runs of a stream came to.
type ModelCost struct {
	Model           string  `json:"model"`
	Unattributed    bool    `json:"unattributed,omitempty" jsonschema:"the model is empty in the record"`
	Runs            int64   `json:"runs"`
	ActualUSD       Dollars `json:"actual_usd" jsonschema:"exact, in whole micro-dollars"`
	UnknownCostRuns int64   `json:"unknown_cost_runs"`
	Tokens
}

// CostShow is the result of cost_show.
type CostShow struct {
	AsOf            string       `json:"as_of_ts"`
	Stream          string       `json:"stream"`
	QuotedUSD       *Dollars     `json:"quoted_usd" jsonschema:"null where nothing was quoted"`
	ActualUSD       Dollars      `json:"actual_usd" jsonschema:"the runs' normalized dollars; exact, in whole micro-dollars"`
	UnknownCostRuns int64        `json:"unknown_cost_runs" jsonschema:"runs without a known price; never added as 0.00"`
	DriftUSD        *Dollars     `json:"drift_usd" jsonschema:"actual minus quoted"`
	DriftPercent    *json.Number `json:"drift_percent" jsonschema:"of what was quoted; null where that is nothing or 0"`
	Runs            int64        `json:"runs"`
	Totals          Tokens       `json:"totals"`
	ByModel         []ModelCost  `json:"by_model" jsonschema:"by name"`
	Truncated       bool         `json:"truncated" jsonschema:"true where more than 10000 models were found; totals are over all"`
}

func (r *record) costShow(ctx context.Context, c tools.Call, in streamIn) (CostShow, error) {
	out := CostShow{AsOf: asOf(c), Stream: in.Stream}
	known := false
	var total sum
	err := r.read(ctx, func(s *snapshot) error {
		if err := s.rows("quoted", query.Args{"slugs": statement.List{in.Stream}}, func(row []query.Value) error {
			known = true
			out.QuotedUSD = quoted(row[1])
			return nil
		}); err != nil {
			return err
		}
		if err := s.rows("cost", query.Args{"stream": in.Stream}, func(row []query.Value) error {
			cost, err := readSum(row[1].Int, row[2:])
			counts := row[2+sumWidth:]
			m := ModelCost{
				Runs: cost.rows, ActualUSD: cost.cost, UnknownCostRuns: cost.unknown(),
				Tokens: Tokens{whole(counts[0]), whole(counts[1]), whole(counts[2])},
			}
			m.Model, m.Unattributed = attribution(textOf(row[0]), unattributed)
			total.include(&cost)
			out.Totals.TokensIn += m.TokensIn
			out.Totals.TokensOut += m.TokensOut
			out.Totals.TokensCached += m.TokensCached
			if len(out.ByModel) == maxBuckets {
				out.Truncated = true
				return err
			}
			out.ByModel = append(out.ByModel, m)
			return err
		}); err != nil {
			return err
		}
		if !known && total.rows == 0 {
			return s.unknownStream(c.Caller, "stream", in.Stream)
		}
		return nil
	})
	out.ActualUSD, out.UnknownCostRuns, out.Runs = total.cost, total.unknown(), total.rows
	out.drift()
	c.Account.Rows = len(out.ByModel)
	return out, err
}

// drift compares what was spent with what was quoted.
func (out *CostShow) drift() {
	if out.QuotedUSD == nil {
		return
	}
	out.DriftUSD = out.ActualUSD.sub(out.QuotedUSD)
	if out.QuotedUSD.IsZero() {
		return
	}
	// Percent with four decimals, rounded half to even.
	ratio := new(big.Rat).SetFrac(&out.DriftUSD.micros, &out.QuotedUSD.micros)
	percent := json.Number(decimal(roundEven(ratio.Mul(ratio, big.NewRat(1_000_000, 1))), 4))
	out.DriftPercent = &percent
}

// quoted is a quote; what is no number is none.
func quoted(v query.Value) *Dollars {
	switch v.Kind {
	case query.Real:
		return finite(v.Float)
	case query.Integer:
		return finite(float64(v.Int))
	}
	return nil
}
