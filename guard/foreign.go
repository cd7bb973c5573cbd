package guard

import "strings"

// foreign returns a hint where SQLite's grammar gives up on what other engines have, "" where it is nothing known. Before
// is the text before the place, behind what begins there.
func foreign(before, behind string) string {
	words := strings.Fields(strings.ToUpper(before[max(0, len(before)-40):] + " \x00"))
	last := func(n int) string {
		if len(words) <= n {
			return ""
		}
		return words[len(words)-1-n]
	}
	next, _, _ := strings.Cut(strings.ToUpper(behind[:min(len(behind), 40)]), "(")
	if fields := strings.Fields(next); len(fields) > 0 {
		next = strings.TrimRight(fields[0], ";")
	}
	switch {
	case last(1) == "" && next == "SHOW":
		return "SQLite has no SHOW: ask the schema tool, or SELECT name FROM sqlite_schema WHERE type = 'table'"
	case last(1) == "" && (next == "DESCRIBE" || next == "DESC"):
		return "SQLite has no DESCRIBE: ask the schema tool, or SELECT * FROM pragma_table_info('table')"
	case last(1) == "TOP":
		return "SQLite has no TOP: put LIMIT and the number at the end of the statement"
	case last(1) == "FETCH" && (next == "FIRST" || next == "NEXT"):
		return "SQLite has no FETCH FIRST: put LIMIT and the number at the end of the statement"
	case last(1) == "DISTINCT" && next == "ON":
		return "SQLite has no DISTINCT ON: number the rows with row_number() OVER (PARTITION BY … ORDER BY …), and take those with 1"
	case strings.HasSuffix(strings.Join(words[:len(words)-1], ""), "LATERAL("):
		return "SQLite has no LATERAL: write a subquery in the result list, or a join"
	case next == "::" || strings.HasPrefix(next, "::"):
		return "SQLite has no ::, write CAST(x AS type)"
	case next == "FROM" && strings.Contains(strings.ToUpper(before[max(0, len(before)-40):]), "EXTRACT("):
		return "SQLite has no EXTRACT: write strftime, such as CAST(strftime('%Y', x) AS INTEGER)"
	case next == "INTERVAL" || last(1) == "INTERVAL":
		return "SQLite has no INTERVAL: write a modifier, such as date(x, '-7 days')"
	case next == "```SQL" || strings.HasPrefix(next, "```"):
		return "send the SQL alone, without the ``` of Markdown around it"
	}
	return ""
}
