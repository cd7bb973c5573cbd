package fleet

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"vitrine/query"
	"vitrine/tools"
)

type censusIn struct {
	Day string `json:"day" jsonschema:"YYYY-MM-DD, a day in UTC"`
}

// Check implements tools.Checker.
func (in *censusIn) Check() error {
	_, err := tools.ParseDay("day", in.Day)
	return err
}

// RunSums is what runs came to.
type RunSums struct {
	Runs            int64   `json:"runs"`
	CostUSD         Dollars `json:"cost_usd" jsonschema:"exact, in whole micro-dollars"`
	UnknownCostRuns int64   `json:"unknown_cost_runs" jsonschema:"runs without a known price; never added as 0.00"`
}

func runsOf(s *sum) RunSums { return RunSums{s.rows, s.cost, s.unknown()} }

// Executor is one machine and identity that ran something.
type Executor struct {
	MachineID string `json:"machine_id"`
	Identity  string `json:"identity"`
	RunSums
	PartialAttribution bool `json:"partial_attribution" jsonschema:"the machine or the identity is empty in the record"`
}

// UnattributedRuns are runs with neither machine nor identity.
type UnattributedRuns struct {
	UnattributedRuns int64   `json:"unattributed_runs"`
	CostUSD          Dollars `json:"cost_usd"`
	UnknownCostRuns  int64   `json:"unknown_cost_runs"`
}

// ExecutorCensus is the result of executor_census.
type ExecutorCensus struct {
	AsOf         string           `json:"as_of_ts"`
	Day          string           `json:"day"`
	Window       Window           `json:"window"`
	Rows         []Executor       `json:"rows" jsonschema:"by machine and identity"`
	Truncated    bool             `json:"truncated" jsonschema:"true where more than 10000 rows were found; totals are over all"`
	Unattributed UnattributedRuns `json:"unattributed"`
	Totals       RunSums          `json:"totals"`
	Conservation Conservation     `json:"conservation"`
	EmptyReason  *string          `json:"empty_reason" jsonschema:"why there is nothing, null where there is something"`
}

// censusBucket is one machine and identity as the statement gives it.
type censusBucket struct {
	machine, identity string
	sum
}

func (r *record) executorCensus(ctx context.Context, c tools.Call, in censusIn) (ExecutorCensus, error) {
	day, err := tools.ParseDay("day", in.Day)
	if err != nil {
		return ExecutorCensus{}, err
	}
	next := day.AddDate(0, 0, 1)
	out := ExecutorCensus{AsOf: asOf(c), Day: in.Day, Window: Window{stamp(day), stamp(next)}}
	err = r.read(ctx, func(s *snapshot) error {
		var window, undated int64
		var buckets []censusBucket
		args := windowArgs(day, next)
		known, behind, err := s.dated.undated(s, "run_record")
		if err != nil {
			return err
		}
		args["undated"] = known
		err = s.rows("census", args, func(row []query.Value) error {
			window, undated = row[0].Int, row[1].Int
			if row[2].Kind == query.Null {
				return nil
			}
			cost, err := readSum(row[4].Int, row[5:])
			buckets = append(buckets, censusBucket{textOf(row[2]), textOf(row[3]), cost})
			return err
		})
		if err == nil {
			behind(undated)
			err = out.fill(buckets, window, undated)
		}
		if err == nil && window == 0 {
			out.EmptyReason, err = s.emptyDay(day, next)
		}
		return err
	})
	c.Account.Rows = len(out.Rows)
	return out, err
}

// fill makes the result, if every row is accounted for.
func (out *ExecutorCensus) fill(buckets []censusBucket, window, undated int64) (err error) {
	var totals, nobody sum
	for _, b := range buckets {
		totals.include(&b.sum)
		if b.machine == "" && b.identity == "" {
			nobody.include(&b.sum)
			continue
		}
		e := Executor{RunSums: runsOf(&b.sum)}
		var noM, noI bool
		e.MachineID, noM = attribution(b.machine, noMachine)
		e.Identity, noI = attribution(b.identity, noIdentity)
		e.PartialAttribution = noM || noI
		out.Rows = append(out.Rows, e)
	}
	if out.Conservation, err = conserve("run_record.started_at", window, totals.rows, undated); err != nil {
		return err
	}
	slices.SortFunc(out.Rows, func(a, b Executor) int {
		return cmp.Or(cmp.Compare(a.MachineID, b.MachineID), cmp.Compare(a.Identity, b.Identity),
			compareFlags(a.PartialAttribution, b.PartialAttribution))
	})
	if len(out.Rows) > maxBuckets {
		out.Rows, out.Truncated = out.Rows[:maxBuckets], true
	}
	out.Totals = runsOf(&totals)
	out.Unattributed = UnattributedRuns{nobody.rows, nobody.cost, nobody.unknown()}
	return nil
}

// emptyDay says what was measured where a day has no run.
func (s *snapshot) emptyDay(day, next time.Time) (*string, error) {
	args := query.Args{"from_second": day.Unix(), "to_second": next.Unix()}
	var reason string
	err := s.rows("census_nearest", args, func(row []query.Value) error {
		reason = fmt.Sprintf("no run started on %s (UTC); the record holds %s", day.Format(time.DateOnly), plural(row[0].Int, "run"))
		before, behind := dayOf(row[1]), dayOf(row[2])
		switch {
		case before != "" && behind != "":
			reason += fmt.Sprintf(", the nearest on %s before it and on %s after it", before, behind)
		case before != "":
			reason += fmt.Sprintf(", the nearest on %s before it and none after it", before)
		case behind != "":
			reason += fmt.Sprintf(", the nearest on %s after it and none before it", behind)
		}
		return nil
	})
	return &reason, err
}

func dayOf(second query.Value) string {
	if second.Kind == query.Null {
		return ""
	}
	return time.Unix(second.Int, 0).UTC().Format(time.DateOnly)
}

func plural(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
