package postgres

import (
	"fmt"
	"strings"
)

// MaxChain bounds how many operators, casts, joins and set operations may stand in a row without parentheses, summed
// over all that is open: each is a level of the tree, and PostgreSQL's C code walks the tree by recursion. The C stack
// was measured to hold more than 10,000 levels.
const MaxChain = 2000

// checkDepth bounds nesting by the tokens alone, before anything recurses: parentheses, brackets, CASE and prefix
// operators count as levels up to maxDepth, chains up to MaxChain.
func checkDepth(text string, maxDepth int) *Error {
	// level is one open parenthesis, bracket or CASE.
	type level struct {
		kind  byte
		chain int // since the last comma, AND or OR
		sets  int // joins and set operations, which commas do not end
		run   int // prefix operators in a row
	}
	levels := []level{{}}
	total := 0
	label := false // a word here is a column's or a label's name, not a keyword
	l := lexer{text: text}
	for {
		t := l.next()
		top := &levels[len(levels)-1]
		chain, prefix := 0, false
		switch t.kind {
		case endOfText, unterminated:
			return nil
		case operator:
			chain, prefix = 1, true
		case word:
			kw := keyword(text[t.start:t.end])
			if label {
				kw = ""
			}
			label = kw == "as"
			switch kw {
			case "case":
				levels = append(levels, level{kind: 'c'})
			case "end":
				if top.kind == 'c' {
					total -= top.chain + top.sets
					levels = levels[:len(levels)-1]
				}
			case "when", "then", "else":
				total -= top.chain
				top.chain = 0
			case "and", "or":
				// Rows of one of them are one node; a row of both in turn is at most two levels.
				total -= top.chain
				top.chain = 0
			case "union", "intersect", "except", "join":
				top.sets++
				total++
			case "not":
				chain, prefix = 1, true
			case "collate", "is", "at", "like", "ilike", "similar", "between", "in", "isnull", "notnull", "overlaps", "operator":
				chain = 1
			}
		case punctuation:
			switch text[t.start] {
			case '(', '[':
				levels = append(levels, level{kind: text[t.start]})
			case ')', ']':
				for i := len(levels) - 1; i > 0; i-- {
					if levels[i].kind != 'c' {
						for _, closed := range levels[i:] {
							total -= closed.chain + closed.sets
						}
						levels = levels[:i]
						break
					}
				}
			case ',':
				total -= top.chain
				top.chain = 0
			case ';':
				levels, total = append(levels[:0], level{}), 0
			case ':':
				chain = 1
			}
		}
		if t.kind != word {
			label = t.kind == punctuation && text[t.start] == '.'
		}
		top = &levels[len(levels)-1]
		top.chain += chain
		total += chain
		if prefix {
			top.run++
		} else {
			top.run = 0
		}
		if len(levels)-1 > maxDepth || top.run > maxDepth {
			return &Error{
				Kind: Depth, Offset: t.start,
				Message: fmt.Sprintf("the statement nests more than %d levels deep", maxDepth),
				Hint:    "flatten the statement: use fewer parentheses, subqueries or CASE within one another",
			}
		}
		if total > MaxChain {
			return &Error{
				Kind: Depth, Offset: t.start,
				Message: fmt.Sprintf("more than %d operators, casts, joins or set operations follow one another", MaxChain),
				Hint:    "use IN (…), VALUES or an array in place of a long chain",
			}
		}
	}
}

// keyword returns the word in lower case where it is short enough to be a keyword of checkDepth.
func keyword(word string) string {
	if len(word) < 2 || len(word) > 9 {
		return ""
	}
	return strings.ToLower(word)
}
