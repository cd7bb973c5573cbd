//go:build cgo

package postgres

import (
	"errors"
	"strings"
	"unicode/utf8"

	pg_query "github.com/pganalyze/pg_query_go/v5"
	"github.com/pganalyze/pg_query_go/v5/parser"
)

// Read reads every statement of the text, in its order; there is at least one where the error is nil. The text must be
// valid UTF-8 without NUL bytes and of bounded length, which package guard sees to. The error is an *Error. Read keeps
// nothing and is safe for concurrent use.
func Read(text string, maxDepth int) ([]*Reading, error) {
	if err := checkDepth(text, maxDepth); err != nil {
		return nil, err
	}
	tree, err := pg_query.Parse(text)
	if err != nil {
		return nil, readError(text, err)
	}
	if len(tree.Stmts) == 0 {
		return nil, &Error{Kind: Empty, Message: "the text holds no statement", Hint: "send one SELECT statement", Offset: len(text)}
	}
	readings := make([]*Reading, len(tree.Stmts))
	for i, raw := range tree.Stmts {
		limit := len(text)
		if raw.StmtLen > 0 {
			limit = int(raw.StmtLocation + raw.StmtLen)
		}
		readings[i] = readStatement(text, int(raw.StmtLocation), limit, raw.Stmt)
	}
	for i, r := range readings {
		r.Next = len(text)
		if i+1 < len(readings) {
			r.Next = readings[i+1].Start
		}
	}
	return readings, nil
}

// readStatement reads the statement whose tokens stand between from and limit.
func readStatement(text string, from, limit int, node *pg_query.Node) *Reading {
	r := &Reading{Kind: KindOther}
	l := lexer{text: text[:limit], at: from}
	first := l.next()
	r.Start, r.End, r.VerbOffset = first.start, first.end, first.start
	for t := l.next(); t.kind != endOfText; t = l.next() {
		if r.Verb == "" && first.kind == punctuation {
			first = t
		}
		r.End = t.end
	}
	r.Verb = strings.ToUpper(text[first.start:first.end])
	switch n := node.Node.(type) {
	case *pg_query.Node_SelectStmt:
		r.Kind = KindSelect
		w := newWalk(text, r)
		w.statement(n.SelectStmt)
		r.Limit = outermostLimit(text, n.SelectStmt)
	case *pg_query.Node_ExplainStmt:
		r.Kind = KindExplain
		w := newWalk(text, r)
		w.explain(n.ExplainStmt)
	}
	return r
}

// outermostLimit finds the count of LIMIT or FETCH FIRST.
func outermostLimit(text string, s *pg_query.SelectStmt) Limit {
	if s.LimitCount == nil {
		return Limit{Insertable: s.IntoClause == nil && s.LimitOption != pg_query.LimitOption_LIMIT_OPTION_WITH_TIES}
	}
	limit := Limit{Present: true}
	count := s.LimitCount.GetAConst()
	if count == nil || count.Location < 0 || int(count.Location) >= len(text) {
		return limit
	}
	value, ok := count.Val.(*pg_query.A_Const_Ival)
	if !ok {
		return limit
	}
	l := lexer{text: text, at: int(count.Location)}
	t := l.next()
	if t.kind == literal && t.start == int(count.Location) {
		limit.Literal, limit.Value, limit.Offset, limit.End = true, int64(value.Ival.GetIval()), t.start, t.end
	}
	return limit
}

// readError turns an error of the C parser, or of the protobuf that carries its tree, into an *Error.
func readError(text string, err error) *Error {
	var syntax *parser.Error
	if !errors.As(err, &syntax) {
		if strings.Contains(err.Error(), "recursion depth") {
			return &Error{Kind: Depth, Message: "the statement nests too deep", Hint: "flatten the statement"}
		}
		// A string constant can hold bytes that are not UTF-8 by way of E'\xff'.
		return &Error{
			Kind: Syntax, Message: "the statement holds text that is not valid UTF-8",
			Hint: "write other bytes as a bytea literal: '\\xff'::bytea",
		}
	}
	e := &Error{Kind: Syntax, Message: syntax.Message, Hint: "check the statement against PostgreSQL's grammar"}
	if syntax.Cursorpos > 0 {
		e.Offset = byteOffset(text, syntax.Cursorpos-1)
	}
	if strings.HasPrefix(syntax.Message, "memory exhausted") {
		e.Kind, e.Message, e.Hint = Depth, "the statement nests too deep", "flatten the statement"
	}
	return e
}

// byteOffset returns where the n-th character of the text begins.
func byteOffset(text string, n int) int {
	at := 0
	for ; n > 0 && at < len(text); n-- {
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
	return at
}
