package fleet

import (
	"fmt"
	"slices"
	"strings"

	"vitrine/query"
	"vitrine/tools"
	"vitrine/tools/statement"
)

// Gate is the last verdict of a gate.
type Gate struct {
	Name    string `json:"name"`
	Verdict string `json:"verdict"`
	At      string `json:"at"`
}

// Merge is a merge that was observed.
type Merge struct {
	CommitSHA string `json:"commit_sha"`
	Base      string `json:"base"`
	MergedAt  string `json:"merged_at"`
}

// streamRow is one row of streams, without what was quoted.
type streamRow struct {
	slug, title, state, wave                                                   string
	machineID                                                                  *string
	seat, model, backend, branch, base, worktreePath, evidenceRecipe, mergeMsg string
	createdAt, updatedAt                                                       string
	closedAt                                                                   *string
}

// streamRows reads streams by slug.
func (s *snapshot) streamRows(slugs []string) (map[string]*streamRow, error) {
	found := make(map[string]*streamRow, len(slugs))
	err := s.rows("streams_rows", query.Args{"slugs": statement.List(slugs)}, func(row []query.Value) error {
		r := &streamRow{machineID: maybeText(row[4]), closedAt: maybeText(row[15])}
		for i, into := range map[int]*string{
			0: &r.slug, 1: &r.title, 2: &r.state, 3: &r.wave, 5: &r.seat, 6: &r.model, 7: &r.backend, 8: &r.branch, 9: &r.base,
			10: &r.worktreePath, 11: &r.evidenceRecipe, 12: &r.mergeMsg, 13: &r.createdAt, 14: &r.updatedAt,
		} {
			*into = textOf(row[i])
		}
		found[string(row[0].Bytes)] = r
		return nil
	})
	return found, err
}

// quotes reads what streams were quoted, if the caller may see it.
func (s *snapshot) quotes(c tools.Caller, slugs []string) (map[string]*Dollars, error) {
	if !c.Holds(tools.ClassCostData) {
		return nil, nil
	}
	found := make(map[string]*Dollars, len(slugs))
	err := s.rows("quoted", query.Args{"slugs": statement.List(slugs)}, func(row []query.Value) error {
		found[string(row[0].Bytes)] = quoted(row[1])
		return nil
	})
	return found, err
}

// gateRow is one row of gates.
type gateRow struct {
	Gate
	id int64
}

// later reports whether g was given after other: by its time, then its id.
func (g *gateRow) later(other *gateRow) bool {
	if order := compareTexts(g.At, other.At); order != 0 {
		return order > 0
	}
	return g.id > other.id
}

// gates reads the last verdict of every gate of the streams, by slug and gate name.
func (s *snapshot) gates(slugs []string) (map[string]map[string]*gateRow, error) {
	found := map[string]map[string]*gateRow{}
	err := s.rows("gates", query.Args{"slugs": statement.List(slugs)}, func(row []query.Value) error {
		g := &gateRow{Gate{textOf(row[1]), textOf(row[2]), textOf(row[3])}, row[4].Int}
		slug := string(row[0].Bytes)
		if found[slug] == nil {
			found[slug] = map[string]*gateRow{}
		}
		if last := found[slug][g.Name]; last == nil || g.later(last) {
			found[slug][g.Name] = g
		}
		return nil
	})
	return found, err
}

// lastGate returns the newest of the gates, nil where there is none.
func lastGate(gates map[string]*gateRow) *gateRow {
	var last *gateRow
	for _, g := range gates {
		if last == nil || g.later(last) {
			last = g
		}
	}
	return last
}

// gate is the gate alone.
func (g *gateRow) gate() *Gate {
	if g == nil {
		return nil
	}
	return &g.Gate
}

// byName returns the gates in the order of their names.
func byName(gates map[string]*gateRow) []Gate {
	named := make([]Gate, 0, len(gates))
	for _, g := range gates {
		named = append(named, g.Gate)
	}
	slices.SortFunc(named, func(a, b Gate) int { return strings.Compare(a.Name, b.Name) })
	return named
}

// merges reads the observed merges of the streams, oldest first. One without a slug belongs to the stream of its branch.
func (s *snapshot) merges(streams map[string]*streamRow) (map[string][]Merge, error) {
	slugs, branches := []string{}, []string{}
	ofBranch := map[string][]string{}
	for slug, row := range streams {
		slugs = append(slugs, slug)
		if ofBranch[row.branch] == nil {
			branches = append(branches, row.branch)
		}
		ofBranch[row.branch] = append(ofBranch[row.branch], slug)
	}
	slices.Sort(slugs)
	slices.Sort(branches)
	found := map[string][]Merge{}
	args := query.Args{"slugs": statement.List(slugs), "branches": statement.List(branches)}
	err := s.rows("merges", args, func(row []query.Value) error {
		m := Merge{CommitSHA: textOf(row[4]), Base: textOf(row[3]), MergedAt: textOf(row[5])}
		owners := []string{string(row[1].Bytes)}
		if owners[0] == "" {
			owners = ofBranch[textOf(row[2])]
		}
		for _, slug := range owners {
			found[slug] = append(found[slug], m)
		}
		return nil
	})
	for _, merges := range found {
		slices.SortStableFunc(merges, func(a, b Merge) int { return compareTexts(a.MergedAt, b.MergedAt) })
	}
	return found, err
}

// known refuses slugs that do not exist, naming them.
func (s *snapshot) known(c tools.Caller, argument string, slugs []string) error {
	if slugs == nil {
		return nil
	}
	found := map[string]bool{}
	err := s.rows("streams_known", query.Args{"slugs": statement.List(slugs)}, func(row []query.Value) error {
		found[string(row[0].Bytes)] = true
		return nil
	})
	if err != nil {
		return err
	}
	for _, slug := range slugs {
		if !found[slug] {
			return s.unknownStream(c, argument, slug)
		}
	}
	return nil
}

// unknownStream is the error of a slug that does not exist, with up to three near ones where the caller may know them.
func (s *snapshot) unknownStream(c tools.Caller, argument, slug string) error {
	e := &tools.Error{
		Code: tools.CodeUnknownStream, Argument: argument, Given: slug,
		Message: fmt.Sprintf("there is no stream %q", slug),
		Hint:    "slugs compare exactly, letter case included",
	}
	if !c.Holds(tools.ClassStreamState) {
		return e
	}
	e.Hint = "fleet_show with horizon all lists the streams"
	var names []string
	err := s.rows("streams_names", nil, func(row []query.Value) error {
		names = append(names, textOf(row[0]))
		return nil
	})
	if err != nil {
		return err
	}
	if near := query.Near(slug, names); len(near) > 0 {
		e.Accepted = near
		e.Hint = "did you mean " + strings.Join(near, ", ") + "?"
	}
	return e
}
