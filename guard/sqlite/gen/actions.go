package main

import (
	"fmt"
	"slices"
	"strings"
)

// The two actions that are no methods of the reader.
const (
	structural = "structural" // the parts' nodes, in the order of the text
	foreign    = "foreign"    // no part of a SELECT: reaching it makes the statement another kind
)

// bindings says what the reader does when it reduces a rule, by the rule's text, so that no change of the grammar can
// pass unseen: every rule that a SELECT can reach must be here, and every rule that is here must exist. All rules that
// none of "select", "explain" and the frame around a statement reach are foreign.
var bindings = []struct {
	action string
	rules  string // one a line
}{
	{structural, `
input ::= cmdlist
cmdlist ::= cmdlist ecmd
cmdlist ::= ecmd
ecmd ::= SEMI
ecmd ::= cmdx SEMI
ecmd ::= explain cmdx SEMI
cmdx ::= cmd
with ::=
selectnowith ::= oneselect
selectnowith ::= selectnowith multiselect_op oneselect
multiselect_op ::= UNION
multiselect_op ::= UNION ALL
multiselect_op ::= EXCEPT|INTERSECT
values ::= VALUES LP nexprlist RP
mvalues ::= values COMMA LP nexprlist RP
mvalues ::= mvalues COMMA LP nexprlist RP
distinct ::= ALL
distinct ::=
sclp ::=
sclp ::= selcollist COMMA
scanpt ::=
as ::=
from ::=
stl_prefix ::=
dbnm ::=
nm ::= ID|INDEXED|JOIN_KW
nm ::= STRING
joinop ::= COMMA|JOIN
on_using ::= ON expr
on_using ::= USING LP idlist RP
on_using ::=
indexed_by ::= INDEXED BY nm
indexed_by ::= NOT INDEXED
orderby_opt ::=
sortorder ::= ASC
sortorder ::= DESC
sortorder ::=
nulls ::= NULLS FIRST
nulls ::= NULLS LAST
nulls ::=
groupby_opt ::=
having_opt ::=
limit_opt ::=
where_opt ::=
expr ::= term
term ::= NULL|FLOAT|BLOB
term ::= STRING
term ::= INTEGER
expr ::= CAST LP expr AS typetoken RP
typetoken ::=
typetoken ::= typename
typetoken ::= typename LP signed RP
typetoken ::= typename LP signed COMMA signed RP
typename ::= ID|STRING
typename ::= typename ID|STRING
signed ::= plus_num
signed ::= minus_num
plus_num ::= PLUS FLOAT|INTEGER
plus_num ::= FLOAT|INTEGER
minus_num ::= MINUS FLOAT|INTEGER
expr ::= LP nexprlist COMMA expr RP
expr ::= expr AND expr
expr ::= expr OR expr
expr ::= expr GT|LE|LT|GE expr
expr ::= expr NE|EQ expr
expr ::= expr BITAND|BITOR|LSHIFT|RSHIFT expr
expr ::= expr PLUS|MINUS expr
expr ::= expr STAR|SLASH|REM expr
expr ::= expr CONCAT expr
expr ::= expr ISNULL|NOTNULL
expr ::= expr NOT NULL
expr ::= expr IS expr
expr ::= expr IS NOT expr
expr ::= expr IS NOT DISTINCT FROM expr
expr ::= expr IS DISTINCT FROM expr
expr ::= NOT expr
expr ::= BITNOT expr
expr ::= PLUS|MINUS expr
between_op ::= BETWEEN
between_op ::= NOT BETWEEN
expr ::= expr between_op expr AND expr
in_op ::= IN
in_op ::= NOT IN
expr ::= expr in_op LP exprlist RP
expr ::= LP select RP
expr ::= expr in_op LP select RP
expr ::= EXISTS LP select RP
expr ::= CASE case_operand case_exprlist case_else END
case_exprlist ::= case_exprlist WHEN expr THEN expr
case_exprlist ::= WHEN expr THEN expr
case_else ::= ELSE expr
case_else ::=
case_operand ::= expr
case_operand ::=
exprlist ::=
paren_exprlist ::=
paren_exprlist ::= LP exprlist RP
expr ::= RAISE LP IGNORE RP
expr ::= RAISE LP raisetype COMMA expr RP
raisetype ::= ROLLBACK
raisetype ::= ABORT
raisetype ::= FAIL
eidlist_opt ::=
eidlist_opt ::= LP eidlist RP
collate ::=
collate ::= COLLATE ID|STRING
wqas ::= AS
wqas ::= AS MATERIALIZED
wqas ::= AS NOT MATERIALIZED
withnm ::= nm
wqlist ::= wqitem
wqlist ::= wqlist COMMA wqitem
windowdefn_list ::= windowdefn
windowdefn_list ::= windowdefn_list COMMA windowdefn
windowdefn ::= nm AS LP window RP
window ::= PARTITION BY nexprlist orderby_opt frame_opt
window ::= nm PARTITION BY nexprlist orderby_opt frame_opt
window ::= ORDER BY sortlist frame_opt
window ::= nm ORDER BY sortlist frame_opt
window ::= nm frame_opt
window ::= frame_opt
frame_opt ::=
frame_opt ::= range_or_rows frame_bound_s frame_exclude_opt
frame_opt ::= range_or_rows BETWEEN frame_bound_s AND frame_bound_e frame_exclude_opt
range_or_rows ::= ROWS|RANGE|GROUPS
frame_bound_s ::= frame_bound
frame_bound_s ::= UNBOUNDED PRECEDING
frame_bound_e ::= frame_bound
frame_bound_e ::= UNBOUNDED FOLLOWING
frame_bound ::= expr PRECEDING|FOLLOWING
frame_bound ::= CURRENT ROW
frame_exclude_opt ::=
frame_exclude_opt ::= EXCLUDE frame_exclude
frame_exclude ::= NO OTHERS
frame_exclude ::= CURRENT ROW
frame_exclude ::= GROUP|TIES
filter_clause ::= FILTER LP WHERE expr RP`},

	{"explain", `
explain ::= EXPLAIN`},
	{"explainQueryPlan", `
explain ::= EXPLAIN QUERY PLAN`},
	{"statement", `
cmd ::= select`},
	{"with", `
with ::= WITH wqlist
with ::= WITH RECURSIVE wqlist`},

	// What becomes a node around its parts.
	{"selectStatement", `
select ::= WITH wqlist selectnowith
select ::= WITH RECURSIVE wqlist selectnowith
select ::= selectnowith`},
	{"core", `
oneselect ::= SELECT distinct selcollist from where_opt groupby_opt having_opt orderby_opt limit_opt
oneselect ::= SELECT distinct selcollist from where_opt groupby_opt having_opt window_clause orderby_opt limit_opt`},
	{"values", `
oneselect ::= values
oneselect ::= mvalues`},
	{"result", `
selcollist ::= sclp scanpt expr scanpt as`},
	{"star", `
selcollist ::= sclp scanpt STAR`},
	{"tableStar", `
selcollist ::= sclp scanpt nm DOT STAR`},
	{"from", `
from ::= FROM seltablist`},
	{"where", `
where_opt ::= WHERE expr`},
	{"groupBy", `
groupby_opt ::= GROUP BY nexprlist`},
	{"having", `
having_opt ::= HAVING expr`},
	{"window", `
window_clause ::= WINDOW windowdefn_list`},
	{"orderBy", `
orderby_opt ::= ORDER BY sortlist`},
	{"firstTerm", `
sortlist ::= expr sortorder nulls`},
	{"nextTerm", `
sortlist ::= sortlist COMMA expr sortorder nulls`},
	{"limit", `
limit_opt ::= LIMIT expr`},
	{"limitOffset", `
limit_opt ::= LIMIT expr OFFSET expr`},
	{"limitComma", `
limit_opt ::= LIMIT expr COMMA expr`},
	{"cte", `
wqitem ::= withnm eidlist_opt wqas LP select RP`},
	{"firstCTEColumn", `
eidlist ::= nm collate sortorder`},
	{"nextCTEColumn", `
eidlist ::= eidlist COMMA nm collate sortorder`},

	// FROM.
	{"table", `
seltablist ::= stl_prefix nm dbnm as on_using`},
	{"indexedTable", `
seltablist ::= stl_prefix nm dbnm as indexed_by on_using`},
	{"tableCall", `
seltablist ::= stl_prefix nm dbnm LP exprlist RP as on_using`},
	{"subquery", `
seltablist ::= stl_prefix LP select RP as on_using`},
	{"group", `
seltablist ::= stl_prefix LP seltablist RP as on_using`},
	{"joined", `
stl_prefix ::= seltablist joinop`},
	{"join", `
joinop ::= JOIN_KW JOIN
joinop ::= JOIN_KW nm JOIN
joinop ::= JOIN_KW nm nm JOIN`},
	{"firstUsing", `
idlist ::= nm`},
	{"nextUsing", `
idlist ::= idlist COMMA nm`},

	// Expressions.
	{"column", `
expr ::= ID|INDEXED|JOIN_KW`},
	{"parentheses", `
expr ::= LP expr RP`},
	{"tableColumn", `
expr ::= nm DOT nm`},
	{"schemaColumn", `
expr ::= nm DOT nm DOT nm`},
	{"parameter", `
expr ::= VARIABLE`},
	{"collation", `
expr ::= expr COLLATE ID|STRING`},
	{"function", `
expr ::= ID|INDEXED|JOIN_KW LP distinct exprlist RP
expr ::= ID|INDEXED|JOIN_KW LP distinct exprlist ORDER BY sortlist RP
expr ::= ID|INDEXED|JOIN_KW LP distinct exprlist RP filter_over
expr ::= ID|INDEXED|JOIN_KW LP distinct exprlist ORDER BY sortlist RP filter_over`},
	{"functionStar", `
expr ::= ID|INDEXED|JOIN_KW LP STAR RP
expr ::= ID|INDEXED|JOIN_KW LP STAR RP filter_over`},
	{"currentTime", `
term ::= CTIME_KW`},
	{"operator", `
expr ::= expr likeop expr
expr ::= expr likeop expr ESCAPE expr
expr ::= expr PTR expr`},
	{"inTable", `
expr ::= expr in_op nm dbnm paren_exprlist`},
	{"quotedNumber", `
term ::= QNUMBER`},

	// What hands something to the rule above: a name, a count or a mark.
	{"last", `
as ::= AS nm
as ::= ID|STRING
dbnm ::= DOT nm
likeop ::= MATCH|LIKE_KW
likeop ::= NOT LIKE_KW|MATCH`},
	{"distinct", `
distinct ::= DISTINCT`},
	{"over", `
over_clause ::= OVER LP window RP
over_clause ::= OVER nm`},
	{"filterOver", `
filter_over ::= filter_clause over_clause
filter_over ::= over_clause
filter_over ::= filter_clause`},
	{"firstExpression", `
nexprlist ::= expr`},
	{"nextExpression", `
nexprlist ::= nexprlist COMMA expr`},
	{"expressions", `
exprlist ::= nexprlist`},
}

// bind gives every rule its action.
func (g *grammar) bind() ([]string, error) {
	byText := map[string]string{}
	for _, b := range bindings {
		for _, text := range strings.Split(strings.TrimSpace(b.rules), "\n") {
			if byText[text] != "" {
				return nil, fmt.Errorf("rule %q has two actions", text)
			}
			byText[text] = b.action
		}
	}
	reachable := g.reachable()
	actions := make([]string, len(g.rules))
	for i, r := range g.rules {
		action, ok := byText[r.text]
		delete(byText, r.text)
		switch {
		case ok:
			actions[i] = action
		case slices.Contains(reachable, r.lhs):
			return nil, fmt.Errorf("rule %q is part of SELECT and has no action", r.text)
		default:
			actions[i] = foreign
		}
	}
	for text := range byText {
		return nil, fmt.Errorf("the grammar has no rule %q", text)
	}
	return actions, nil
}

// reachable lists the nonterminals that a SELECT can contain, and what stands around one.
func (g *grammar) reachable() []int {
	found := []int{g.symbol("input"), g.symbol("cmdlist"), g.symbol("ecmd"), g.symbol("cmdx"), g.symbol("explain"), g.symbol("select")}
	for i := 5; i < len(found); i++ {
		for _, r := range g.rules {
			if r.lhs != found[i] {
				continue
			}
			for _, part := range r.parts {
				for _, symbol := range part {
					if symbol >= g.tokens && !slices.Contains(found, symbol) {
						found = append(found, symbol)
					}
				}
			}
		}
	}
	return found
}

func (g *grammar) symbol(name string) int {
	for symbol, n := range g.names {
		if n == name && symbol >= g.tokens {
			return symbol
		}
	}
	return -1
}
