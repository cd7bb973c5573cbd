package main

import (
	"fmt"
	"slices"
	"sort"
	"strings"
)

// grammar is SQLite's grammar, recovered from lemon's tables: every state of an LALR(1) automaton has the symbols by
// which it is entered, so that the states on the path back from a reduction spell the right side of its rule.
type grammar struct {
	*source
	tokens int // terminals are the symbols below it
	states int
	names  map[int]string // symbol → name
	rules  []rule
}

type rule struct {
	text  string
	lhs   int
	parts [][]int // the symbols at each place of the right side; several where any of them may stand
	used  bool    // false where lemon optimized the rule out of the automaton
}

// edge is a transition of the automaton.
type edge struct{ state, symbol int }

// site is a place where a rule is reduced: when symbol was entered from state, or, for symbol -1, in state itself.
type site struct{ state, symbol int }

func recover(s *source) (*grammar, error) {
	c := s.constants
	g := &grammar{source: s, tokens: c["YYNTOKEN"], states: c["YYNSTATE"], names: map[int]string{}}
	back := make([][]edge, g.states)
	sites := make([][]site, c["YYNRULE"])
	g.transitions(back, sites)
	for i := range c["YYNRULE"] {
		r := rule{lhs: s.arrays["_yyRuleInfoLhs"][i], used: len(sites[i]) > 0}
		size := -s.arrays["_yyRuleInfoNRhs"][i]
		r.parts = make([][]int, size)
		for _, at := range sites[i] {
			place := size
			if at.symbol >= 0 {
				place--
				r.parts[place] = with(r.parts[place], at.symbol)
			}
			trace(back, at.state, r.parts[:place], map[edge]bool{})
		}
		g.rules = append(g.rules, r)
	}
	g.nameTokens()
	g.collapse()
	if err := g.nameSymbols(); err != nil {
		return nil, err
	}
	for i := range g.rules {
		text := g.text(g.rules[i])
		comment, ok := s.comments[i]
		if ok && !sameRule(comment, text) {
			return nil, fmt.Errorf("rule %d: the automaton says %q, the comment %q", i, text, comment)
		}
		if !ok {
			comment = text
		}
		g.rules[i].text = comment
	}
	return g, nil
}

// collapse undoes lemon's shortcut past rules such as "expr ::= term", which do nothing: lemon enters the state that
// expr leads to by term as well, and never reduces the rule. Where both stand at one place, expr is the one that the
// grammar names there.
func (g *grammar) collapse() {
	skipped := map[int][]int{} // left side → rules
	for i, r := range g.rules {
		if !r.used && len(r.parts) == 1 {
			skipped[r.lhs] = append(skipped[r.lhs], i)
		}
	}
	right := map[int][]int{} // left side → what stands beside it
	for i := range g.rules {
		for j, part := range g.rules[i].parts {
			for _, symbol := range part {
				if skipped[symbol] == nil || len(part) == 1 {
					continue
				}
				for _, other := range part {
					if other != symbol {
						right[symbol] = with(right[symbol], other)
					}
				}
				g.rules[i].parts[j] = []int{symbol}
			}
		}
	}
	for symbol, rules := range skipped {
		for i, rule := range rules {
			if i < len(right[symbol]) {
				g.rules[rule].parts[0] = right[symbol][i : i+1]
			}
		}
	}
}

// transitions fills in the edges into every state and the places of every reduction.
func (g *grammar) transitions(back [][]edge, sites [][]site) {
	c, a := g.constants, g.arrays
	enter := func(from, symbol, action int) {
		switch {
		case action <= c["YY_MAX_SHIFT"]:
			back[action] = append(back[action], edge{from, symbol})
		case action >= c["YY_MIN_SHIFTREDUCE"] && action <= c["YY_MAX_SHIFTREDUCE"]:
			i := action - c["YY_MIN_SHIFTREDUCE"]
			sites[i] = append(sites[i], site{from, symbol})
		}
	}
	reduce := func(state, symbol, action int) {
		if action >= c["YY_MIN_REDUCE"] {
			i := action - c["YY_MIN_REDUCE"]
			sites[i] = append(sites[i], site{state, symbol})
		}
	}
	for state := range g.states {
		reduce(state, -1, a["_yy_default"][state])
		for t := range g.tokens {
			at := a["_yy_shift_ofst"][state] + t
			if a["_yy_lookahead"][at] == t && at < len(a["_yy_action"]) {
				enter(state, t, a["_yy_action"][at])
				reduce(state, -1, a["_yy_action"][at])
			}
		}
		if state > c["YY_REDUCE_COUNT"] {
			continue
		}
		for symbol := g.tokens; symbol < c["YYNOCODE"]; symbol++ {
			at := a["_yy_reduce_ofst"][state] + symbol
			if at >= 0 && at < len(a["_yy_action"]) && a["_yy_lookahead"][at] == symbol {
				enter(state, symbol, a["_yy_action"][at])
				reduce(state, symbol, a["_yy_action"][at])
			}
		}
	}
}

// trace walks back from state and notes the symbols at each place.
func trace(back [][]edge, state int, parts [][]int, seen map[edge]bool) {
	if len(parts) == 0 || seen[edge{state, len(parts)}] {
		return
	}
	seen[edge{state, len(parts)}] = true
	last := len(parts) - 1
	for _, e := range back[state] {
		parts[last] = with(parts[last], e.symbol)
		trace(back, e.state, parts[:last], seen)
	}
}

func with(set []int, symbol int) []int {
	if slices.Contains(set, symbol) {
		return set
	}
	set = append(set, symbol)
	sort.Ints(set)
	return set
}

func (g *grammar) nameTokens() {
	for name, code := range g.constants {
		if short, ok := strings.CutPrefix(name, "TK_"); ok && code < g.tokens {
			g.names[code] = short
		}
	}
	g.names[0] = "$"
}

// unnamed are the nonterminals that no comment names, in the order of their codes, which is that of the grammar.
var unnamed = []string{"input", "cmdlist", "ecmd", "plus_num", "conslist", "lp", "anylist"}

// nameSymbols takes the names of the nonterminals from the comments.
func (g *grammar) nameSymbols() error {
	for i, comment := range g.comments {
		left, right, _ := strings.Cut(comment, " ::=")
		g.names[g.rules[i].lhs] = left
		words := strings.Fields(right)
		if len(words) != len(g.rules[i].parts) {
			return fmt.Errorf("rule %d: %q has not %d parts", i, comment, len(g.rules[i].parts))
		}
		for j, word := range words {
			if part := g.rules[i].parts[j]; len(part) == 1 && part[0] >= g.tokens {
				g.names[part[0]] = word
			}
		}
	}
	rest := unnamed
	for symbol := g.tokens; symbol < g.constants["YYNOCODE"]; symbol++ {
		if g.names[symbol] != "" || !slices.ContainsFunc(g.rules, func(r rule) bool { return r.lhs == symbol }) {
			continue
		}
		if len(rest) == 0 {
			return fmt.Errorf("no name for nonterminal %d", symbol)
		}
		g.names[symbol], rest = rest[0], rest[1:]
	}
	if len(rest) > 0 {
		return fmt.Errorf("no nonterminal for the names %v", rest)
	}
	return nil
}

// sameRule compares two rule texts without regard to the order of alternatives at one place.
func sameRule(a, b string) bool {
	sorted := func(text string) string {
		words := strings.Fields(text)
		for i, word := range words {
			names := strings.Split(word, "|")
			sort.Strings(names)
			words[i] = strings.Join(names, "|")
		}
		return strings.Join(words, " ")
	}
	return sorted(a) == sorted(b)
}

// text writes the rule as lemon's comments do.
func (g *grammar) text(r rule) string {
	var b strings.Builder
	b.WriteString(g.name(r.lhs) + " ::=")
	for _, part := range r.parts {
		var names []string
		for _, symbol := range part {
			names = append(names, g.name(symbol))
		}
		b.WriteString(" " + strings.Join(names, "|"))
	}
	return b.String()
}

func (g *grammar) name(symbol int) string {
	if name := g.names[symbol]; name != "" {
		return name
	}
	return fmt.Sprintf("symbol_%d", symbol)
}
