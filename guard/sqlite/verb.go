package sqlite

import "strings"

// words reads tokens one at a time, without space and comments.
type words struct {
	z          string
	token      int
	start, end int
}

func (w *words) next() bool {
	for {
		w.start = w.end
		w.token, w.end = nextToken(w.z, w.end)
		if w.token != tkSpace && w.token != tkComment {
			return byteAt(w.z, w.start) != 0
		}
	}
}

func (w *words) text() string { return strings.ToUpper(w.z[w.start:w.end]) }

// opening looks at the first tokens of a text. It returns where the first statement begins and, if that is of another
// kind than SELECT, VALUES and WITH, what it is called and where that word stands.
func opening(z string) (start int, verb string, at int) {
	w := words{z: z}
	for w.next() && w.token == tkSemi {
	}
	start = w.start
	if w.token == tkExplain {
		w.next()
		if w.token == tkQuery {
			if w.next(); w.token != tkPlan {
				return start, "", 0
			}
			w.next()
		}
	}
	switch w.token {
	case tkBegin, tkCommit, tkEnd, tkRollback, tkSavepoint, tkRelease, tkPragma, tkVacuum, tkAttach, tkDetach,
		tkReindex, tkAnalyze, tkDelete, tkUpdate, tkInsert, tkReplace:
		return start, w.text(), w.start
	case tkCreate, tkDrop, tkAlter:
		return start, w.definition(), w.start
	}
	return start, "", 0
}

// definition names a CREATE, DROP or ALTER by its verb and what it is for.
func (w words) definition() string {
	verb := w.text()
	for w.next() {
		switch w.token {
		case tkTemp, tkUnique:
			continue
		case tkVirtual:
			if w.next() && w.token == tkTable {
				return verb + " VIRTUAL TABLE"
			}
		case tkTable, tkView, tkIndex, tkTrigger:
			return verb + " " + w.text()
		}
		break
	}
	return verb
}

// skip returns the end of the last token of the statement that begins at start, and the offset behind its ";". The ";"
// in the body of a trigger are part of it: a trigger ends with "; END".
func skip(z string, start int, trigger bool) (end, next int) {
	w := words{z: z, end: start}
	last, before := 0, 0
	for end = start; w.next(); end = w.end {
		if w.token == tkSemi && (!trigger || last == tkEnd && before == tkSemi) {
			return end, w.end
		}
		before, last = last, w.token
	}
	return end, w.start
}
