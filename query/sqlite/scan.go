package sqlite

import (
	"strings"

	guardsqlite "vitrine/guard/sqlite"
)

// fold returns a name in the form in which SQLite compares names.
func fold(name string) string { return guardsqlite.Fold(name) }

// token is a word, a quoted name, a string, a number or one character of a definition in sqlite_schema.
type token struct {
	text   string // a word folded, a quoted name or string without its quotes
	quoted bool
}

func (t token) is(word string) bool { return !t.quoted && t.text == word }

// scan splits a definition as the engine stores it into tokens. The engine has accepted the text once, so that there
// is nothing to check; a text that is cut off ends its last token.
func scan(sql string) []token {
	var tokens []token
	for i := 0; i < len(sql); {
		c := sql[i]
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r':
			i++
		case strings.HasPrefix(sql[i:], "--"):
			end := strings.IndexByte(sql[i:], '\n')
			if end < 0 {
				return tokens
			}
			i += end + 1
		case strings.HasPrefix(sql[i:], "/*"):
			end := strings.Index(sql[i+2:], "*/")
			if end < 0 {
				return tokens
			}
			i += end + 4
		case c == '\'' || c == '"' || c == '`' || c == '[':
			var t token
			t, i = quotedToken(sql, i)
			tokens = append(tokens, t)
		case wordByte(c):
			start := i
			for i < len(sql) && wordByte(sql[i]) {
				i++
			}
			tokens = append(tokens, token{text: fold(sql[start:i])})
		default:
			tokens = append(tokens, token{text: sql[i : i+1]})
			i++
		}
	}
	return tokens
}

// quotedToken reads what stands between the quotes that begin at i, and returns where it ends.
func quotedToken(sql string, i int) (token, int) {
	end := sql[i]
	if end == '[' {
		end = ']'
	}
	var b strings.Builder
	for i++; i < len(sql); i++ {
		if sql[i] == end {
			if end != ']' && i+1 < len(sql) && sql[i+1] == end {
				i++
			} else {
				i++
				break
			}
		}
		b.WriteByte(sql[i])
	}
	return token{text: b.String(), quoted: true}, i
}

func wordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '$' || c >= 0x80
}

// list splits tokens at the commas that stand outside of parentheses.
func list(tokens []token) [][]token {
	var items [][]token
	depth, start := 0, 0
	for i, t := range tokens {
		switch {
		case t.is("("):
			depth++
		case t.is(")"):
			depth--
		case t.is(",") && depth == 0:
			items = append(items, tokens[start:i])
			start = i + 1
		}
	}
	return append(items, tokens[start:])
}

// inParentheses returns the tokens between the first parenthesis and the one that closes it.
func inParentheses(tokens []token) []token {
	depth, start := 0, -1
	for i, t := range tokens {
		switch {
		case t.is("("):
			if depth++; depth == 1 {
				start = i + 1
			}
		case t.is(")"):
			if depth--; depth == 0 {
				return tokens[start:i]
			}
		}
	}
	if start < 0 {
		return nil
	}
	return tokens[start:]
}

// identifier writes a name so that SQL reads it as nothing else.
func identifier(name string) string {
	return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
}
