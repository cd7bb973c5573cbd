package fleet

import (
	"cmp"
	"context"
	"slices"
	"time"

	"vitrine/query"
	"vitrine/tools"
)

type spendIn struct {
	From    string `json:"from" jsonschema:"start of the window, included: RFC 3339 or YYYY-MM-DD (UTC)"`
	To      string `json:"to" jsonschema:"end of the window, excluded: RFC 3339 or YYYY-MM-DD (UTC)"`
	GroupBy string `json:"group_by,omitempty" jsonschema:"what to add up by" enum:"total,stream,seat,model,backend,billing_mode" default:"total"`
	Meter   string `json:"meter,omitempty" jsonschema:"normalized reads the runs; real and virtual read the two meters of the ledger" enum:"normalized,real,virtual" default:"normalized"`
}

var (
	spendGroups = []string{"total", "stream", "seat", "model", "backend", "billing_mode"}
	spendMeters = []string{"normalized", "real", "virtual"}
)

// Check implements tools.Checker.
func (in *spendIn) Check() error {
	_, err := in.parse()
	return err
}

type spendRequest struct {
	from, to       time.Time
	groupBy, meter string
}

func (in *spendIn) parse() (r spendRequest, err error) {
	if r.from, err = tools.ParseTime("from", in.From); err != nil {
		return r, err
	}
	if r.to, err = tools.ParseTime("to", in.To); err != nil {
		return r, err
	}
	if r.to.Before(r.from) {
		return r, tools.BadArgument("to", in.To, "a time that is not before from ("+stamp(r.from)+")", nil)
	}
	if r.groupBy, err = tools.ParseOne("group_by", in.GroupBy, "total", spendGroups); err != nil {
		return r, err
	}
	r.meter, err = tools.ParseOne("meter", in.Meter, "normalized", spendMeters)
	return r, err
}

// Window is a half-open span of time in UTC.
type Window struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// Spend is what the rows of a bucket or of a whole window came to. The last four are there on the ledger's meters only.
type Spend struct {
	Rows               int64    `json:"rows"`
	UnknownCostRuns    int64    `json:"unknown_cost_runs" jsonschema:"rows without a known price; never added as 0.00"`
	CostUSD            Dollars  `json:"cost_usd" jsonschema:"exact, in whole micro-dollars"`
	ZeroByDeclaration  *int64   `json:"zero_by_declaration,omitempty" jsonschema:"rows of exactly 0.00 whose writer says that it is meant"`
	ZeroLegacyPreMeter *int64   `json:"zero_legacy_pre_meter,omitempty" jsonschema:"rows of exactly 0.00 from before the meters, not declared"`
	ZeroUnexplained    *int64   `json:"zero_unexplained,omitempty" jsonschema:"all other rows of exactly 0.00"`
	LegacyCostUSD      *Dollars `json:"legacy_cost_usd,omitempty" jsonschema:"legacy dollars of all pre-meter rows, also of declared ones"`
}

// SpendBucket is one group of a window.
type SpendBucket struct {
	Key          string `json:"key"`
	Unattributed bool   `json:"unattributed,omitempty" jsonschema:"the grouping value is empty in the record"`
	Spend
}

// SpendWindow is the result of spend_window.
type SpendWindow struct {
	AsOf         string        `json:"as_of_ts"`
	Window       Window        `json:"window"`
	GroupBy      string        `json:"group_by"`
	Meter        string        `json:"meter"`
	Buckets      []SpendBucket `json:"buckets" jsonschema:"largest cost first, then key"`
	Truncated    bool          `json:"truncated" jsonschema:"true where more than 10000 buckets were found; totals are over all"`
	Totals       Spend         `json:"totals"`
	Conservation Conservation  `json:"conservation"`
}

func (r *record) spendWindow(ctx context.Context, c tools.Call, in spendIn) (SpendWindow, error) {
	request, err := in.parse()
	if err != nil {
		return SpendWindow{}, err
	}
	var found spendRows
	err = r.read(ctx, func(s *snapshot) error {
		found, err = s.spend(request)
		return err
	})
	if err != nil {
		return SpendWindow{}, err
	}
	return found.window(request, c)
}

// spendBucket is one group as the statement gives it.
type spendBucket struct {
	key    string
	cost   sum
	legacy sum
	zeros  [3]int64 // by declaration, legacy, unexplained
}

// spendRows is what the statement of spend_window gives.
type spendRows struct {
	windowRows, undatedRows int64
	buckets                 []spendBucket
}

func (s *snapshot) spend(request spendRequest) (found spendRows, err error) {
	args := windowArgs(request.from, request.to)
	args["group_by"] = request.groupBy
	statement, table := "spend_runs", "run_record"
	if request.meter != "normalized" {
		statement, table = "spend_"+request.meter, "ledger"
	}
	known, behind, err := s.dated.undated(s, table)
	if err != nil {
		return found, err
	}
	args["undated"] = known
	err = s.rows(statement, args, func(row []query.Value) error {
		found.windowRows, found.undatedRows = row[0].Int, row[1].Int
		if row[2].Kind == query.Null {
			return nil // no bucket
		}
		b := spendBucket{key: textOf(row[2])}
		var err error
		if b.cost, err = readSum(row[3].Int, row[4:]); err != nil || statement == "spend_runs" {
			found.buckets = append(found.buckets, b)
			return err
		}
		rest := row[4+sumWidth:]
		b.legacy, err = readSum(row[3].Int, rest)
		for i := range b.zeros {
			b.zeros[i] = rest[sumWidth+i].Int
		}
		found.buckets = append(found.buckets, b)
		return err
	})
	if err == nil {
		behind(found.undatedRows)
	}
	return found, err
}

// window makes the result, if every row is accounted for.
func (found spendRows) window(request spendRequest, c tools.Call) (SpendWindow, error) {
	out := SpendWindow{
		AsOf: asOf(c), Window: Window{stamp(request.from), stamp(request.to)},
		GroupBy: request.groupBy, Meter: request.meter, Buckets: []SpendBucket{},
	}
	table, onLedger := "run_record.started_at", request.meter != "normalized"
	if onLedger {
		table = "ledger.at"
	}
	var totals spendBucket
	for _, b := range found.buckets {
		bucket := SpendBucket{Spend: b.spend(onLedger)}
		bucket.Key, bucket.Unattributed = attribution(b.key, unattributed)
		out.Buckets = append(out.Buckets, bucket)
		totals.cost.include(&b.cost)
		totals.legacy.include(&b.legacy)
		for i := range b.zeros {
			totals.zeros[i] += b.zeros[i]
		}
	}
	out.Totals = totals.spend(onLedger)
	var err error
	if out.Conservation, err = conserve(table, found.windowRows, totals.cost.rows, found.undatedRows); err != nil {
		return SpendWindow{}, err
	}
	slices.SortFunc(out.Buckets, func(a, b SpendBucket) int {
		return cmp.Or(b.CostUSD.Cmp(&a.CostUSD), cmp.Compare(a.Key, b.Key), compareFlags(a.Unattributed, b.Unattributed))
	})
	if len(out.Buckets) > maxBuckets {
		out.Buckets, out.Truncated = out.Buckets[:maxBuckets], true
	}
	c.Account.Rows = len(out.Buckets)
	return out, nil
}

func (b *spendBucket) spend(onLedger bool) Spend {
	s := Spend{Rows: b.cost.rows, UnknownCostRuns: b.cost.unknown(), CostUSD: b.cost.cost}
	if onLedger {
		s.ZeroByDeclaration, s.ZeroLegacyPreMeter, s.ZeroUnexplained = &b.zeros[0], &b.zeros[1], &b.zeros[2]
		s.LegacyCostUSD = &b.legacy.cost
	}
	return s
}

// compareFlags puts what is stored before what is not.
func compareFlags(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
