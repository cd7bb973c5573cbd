package render

import (
	"encoding/json"
	"fmt"
	"io"
	"time"

	"vitrine/tools/fleet"
)

// renderers hold how the result of each tool is written.
var renderers = map[string]func(p *page, result []byte) error{
	"fleet_show":             with(showFleet),
	"wave_show":              with(showWaves),
	"stream_detail":          with(showStream),
	"ledger_show":            with(showLedger),
	"cost_show":              with(showCost),
	"capture_show":           with(showCapture),
	"capture_list":           with(showCaptures),
	"spend_window":           with(showSpend),
	"executor_census":        with(showCensus),
	"fleet_usage_projection": with(showSeats),
}

// Write writes the result of a tool, which is its JSON, for a person.
func Write(w io.Writer, tool string, result []byte, o Options) error {
	render := renderers[tool]
	if render == nil {
		return fmt.Errorf("the results of %s have no table", tool)
	}
	p := &page{Options: o, out: w}
	if err := render(p, result); err != nil {
		return fmt.Errorf("read the result of %s: %w", tool, err)
	}
	return p.err
}

func with[Out any](show func(p *page, out *Out)) func(*page, []byte) error {
	return func(p *page, result []byte) error {
		var out Out
		if err := json.Unmarshal(result, &out); err != nil {
			return err
		}
		show(p, &out)
		return nil
	}
}

// asOf is the instant that ages count from.
func asOf(text string) time.Time {
	at, _ := fleet.ReadTime(text)
	return at
}
