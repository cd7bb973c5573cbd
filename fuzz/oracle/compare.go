package oracle

import (
	"errors"
	"fmt"

	sqlite3 "modernc.org/sqlite/lib"

	"vitrine/guard/sqlite"
)

// maxDepth is what the reader is allowed in comparisons; SQLite itself refuses deeper expressions.
const maxDepth = 900

// Compare reads a text with the guard's reader and with SQLite's parser, and says in words where they differ, "" if
// nowhere.
func Compare(e *Engine, text string) string {
	r, err := sqlite.Read(text, maxDepth)
	var fault *sqlite.Error
	if err != nil && !errors.As(err, &fault) {
		return fmt.Sprintf("the reader's error is a %T", err)
	}
	if fault != nil && fault.Kind == sqlite.Depth {
		return ""
	}
	o := e.Prepare(text)
	verdict := o.Verdict(text)
	switch {
	case fault == nil && r.Kind == sqlite.KindOther:
		return other(o)
	case fault == nil && verdict == Rejected:
		return "the reader accepts it, SQLite says " + o.Message
	case fault == nil && o.Message == "":
		return sameStatement(r, o)
	case fault == nil:
		return ""
	case fault.Kind == sqlite.Empty:
		if !o.Empty {
			return "the reader sees no statement, SQLite says " + o.Message
		}
		return ""
	case verdict == Accepted:
		return fmt.Sprintf("the reader says %s, SQLite accepts it or says %q", fault.Message, o.Message)
	case verdict == Rejected && fault.Message != o.Message:
		return fmt.Sprintf("the reader says %s, SQLite says %s", fault.Message, o.Message)
	case verdict == Rejected && o.Offset >= 0 && o.Offset != fault.Offset:
		return fmt.Sprintf("the reader's error is at %d, SQLite's at %d: %s", fault.Offset, o.Offset, o.Message)
	}
	return ""
}

// other checks that SQLite does not take for a plain SELECT what the reader calls another statement.
func other(o Outcome) string {
	if o.Message != "" {
		return ""
	}
	if o.Empty {
		return "" // a PRAGMA may compile to nothing
	}
	for _, event := range o.Events {
		if event.Action != sqlite3.SQLITE_SELECT && event.Action != sqlite3.SQLITE_READ && event.Action != sqlite3.SQLITE_FUNCTION {
			return ""
		}
	}
	if len(o.Events) > 0 {
		return "the reader says that it is no SELECT, SQLite asks for nothing but SELECT, READ and FUNCTION"
	}
	return ""
}

// sameStatement compares what both make of a statement that both accept.
func sameStatement(r *sqlite.Reading, o Outcome) string {
	if r.Next != o.Tail {
		return fmt.Sprintf("the reader's statement ends at %d, SQLite's at %d", r.Next, o.Tail)
	}
	if explain := map[sqlite.Kind]int{sqlite.KindExplain: 1, sqlite.KindExplainQueryPlan: 2}[r.Kind]; explain != o.Explain {
		return fmt.Sprintf("the reader's kind is %d, SQLite's sqlite3_stmt_isexplain %d", r.Kind, o.Explain)
	}
	for _, event := range o.Events {
		switch event.Action {
		case sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE:
		default:
			return fmt.Sprintf("the reader calls it a SELECT, SQLite asks for action %d %q %q", event.Action, event.First, event.Second)
		}
	}
	return sameParameters(r, o)
}

func sameParameters(r *sqlite.Reading, o Outcome) string {
	names := map[int]string{}
	highest := 0
	for _, p := range r.Parameters {
		highest = max(highest, p.Index)
		if p.Name != "?" && names[p.Index] == "" {
			names[p.Index] = p.Name
		}
	}
	if highest != len(o.Parameters) {
		return fmt.Sprintf("the reader's highest parameter is %d, SQLite's %d", highest, len(o.Parameters))
	}
	for i, name := range o.Parameters {
		if names[i+1] != name {
			return fmt.Sprintf("parameter %d is %q to the reader, %q to SQLite", i+1, names[i+1], name)
		}
	}
	return ""
}
