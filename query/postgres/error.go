package postgres

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"vitrine/guard"
	"vitrine/query"
)

// explain turns what ended a statement into the error that the caller gets.
func (t *tx) explain(err error, stmt guard.Statement) error {
	var refusal *guard.Refusal
	var known *query.Error
	if errors.As(err, &refusal) {
		return refusal
	}
	if errors.As(err, &known) {
		return known
	}
	var server *pgconn.PgError
	fromServer := errors.As(err, &server)
	if !fromServer || server.Code == "57014" {
		if e := query.ContextError(t.ctx); e != nil {
			return e
		}
	}
	if fromServer {
		return t.serverError(server, stmt)
	}
	var long *pgproto3.ExceededMaxBodyLenErr
	if errors.As(err, &long) {
		return &query.Error{
			Code: query.CodeTooLongValue, Err: err,
			Message: fmt.Sprintf("a row of %d bytes is longer than the limit of %d bytes", long.ActualBodyLen, long.MaxExpectedBodyLen),
			Hint:    "select fewer or shorter columns, for instance left(column, 1000)",
		}
	}
	return &query.Error{Code: query.CodeUnreadable, Message: "the connection to " + t.source.where() + " broke", Hint: "send the query again", Err: err}
}

// serverError turns an error of the server into one of this project: its message, its SQLSTATE, and its position in the
// text that the caller sent. Codes: https://www.postgresql.org/docs/15/errcodes-appendix.html
func (t *tx) serverError(server *pgconn.PgError, stmt guard.Statement) error {
	e := &query.Error{Code: query.CodeQueryError, Err: server, Hint: server.Hint}
	e.Message = lowerFirst(oneLine(server.Message)) + " (SQLSTATE " + server.Code + place(server, stmt) + ")"
	if e.Hint == "" {
		e.Hint = "correct the statement; its text is what the server read"
	}
	switch server.Code {
	case "42703", "42P01", "42883", "3F000":
		if better := t.source.suggest(t.ctx, server, stmt, place(server, stmt)); better != nil {
			better.Err = server
			return better
		}
	case "40001":
		e.Hint = "a standby cancels what stands in the way of its replay: send the query again, or raise max_standby_streaming_delay there"
	case "57014":
		e.Code = query.CodeCancelled
		if strings.Contains(server.Message, "timeout") {
			e.Code = query.CodeTimeout
		}
		e.Hint = "narrow the query with WHERE, LIMIT or an indexed column, or give it more time"
	case "25P03", "25P04":
		e.Code = query.CodeTimeout
	case "53200":
		e.Code, e.Hint = query.CodeOutOfMemory, "build fewer or shorter values; the limit is the server's"
	case "54000", "54001", "22P07":
		e.Code, e.Hint = query.CodeTooLongValue, "build shorter values, or nest less; the limit is the server's"
	case "53300", "53400":
		e.Code = query.CodeBusy
	case "55P03":
		e.Code, e.Hint = query.CodeLocked, "another session holds a lock on a relation of the query; try again when it is done"
	case "42501":
		e.Hint = "the role of the gateway may not do that; ask the schema tool what may be read"
	case "25006":
		e.Hint = "the transaction is read-only: something in the statement tried to write"
	case "57P01", "57P02", "57P03", "08006", "08003", "08000":
		e.Code, e.Hint = query.CodeUnreadable, "the server is going down or coming up; send the query again"
	case "42P02", "22P02", "42P18":
		if len(stmt.Parameters()) > 0 && server.Code != "22P02" {
			e.Code = query.CodeParameter
		}
	}
	return e
}

// place says where in the caller's text an error stands, as ", line 1, column 8"; "" where the server does not tell. The
// server counts characters from 1 in the text that was run.
func place(server *pgconn.PgError, stmt guard.Statement) string {
	if server.Position <= 0 {
		return ""
	}
	text, at := stmt.Text(), 0
	for n := server.Position - 1; n > 0 && at < len(text); n-- {
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
	line, column := stmt.Place(at)
	return fmt.Sprintf(", line %d, column %d", line, column)
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

func lowerFirst(text string) string {
	if len(text) > 1 && text[1] >= 'a' && text[1] <= 'z' {
		return strings.ToLower(text[:1]) + text[1:]
	}
	return text
}
