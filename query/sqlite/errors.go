package sqlite

import (
	"fmt"
	"regexp"
	"strings"

	sqlite3 "modernc.org/sqlite/lib"

	"vitrine/query"
)

// engineError is what the engine said. It is turned into a *query.Error where there is more to tell of it.
type engineError struct {
	code       int32 // the extended result code: https://sqlite.org/rescode.html
	message    string
	starved    bool  // there was no memory, since other queries hold it
	valueLimit int32 // how long a value was allowed to be
	wal        bool  // the file could not be opened, and is in WAL mode
}

func (e *engineError) Error() string { return e.message }

// primary returns the result code without its extension.
func (e *engineError) primary() int32 { return e.code & 0xff }

// failure returns the error of the call that returned rc.
func (c *conn) failure(rc int32) error {
	e := &engineError{code: rc, valueLimit: c.valueLimit}
	if c.db != 0 {
		if extended := sqlite3.Xsqlite3_extended_errcode(c.tls, c.db); extended&0xff == rc&0xff {
			e.code = extended
		}
		e.message = text(sqlite3.Xsqlite3_errmsg(c.tls, c.db))
		if p := e.primary(); p == sqlite3.SQLITE_READONLY || p == sqlite3.SQLITE_CANTOPEN {
			e.wal = c.inWALMode()
		}
	}
	switch e.primary() {
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_FULL:
		c.doubtful = true
	}
	if e.primary() == sqlite3.SQLITE_NOMEM {
		e.starved, c.starved = c.starved, false
	}
	if e.message == "" {
		e.message = text(sqlite3.Xsqlite3_errstr(c.tls, rc))
	}
	return e
}

func outOfMemory() error {
	return &engineError{code: sqlite3.SQLITE_NOMEM, message: "out of memory"}
}

func internal(what string) *query.Error {
	return &query.Error{Code: query.CodeInternal, Message: what, Hint: "this is a fault of the program: report it"}
}

func notReadOnly(what string) *query.Error {
	return &query.Error{
		Code:    query.CodeNotReadOnly,
		Message: what + ", so that it is not served",
		Hint:    "nothing was read or written; report what kind of file and file system this is",
	}
}

// known are the engine's errors that need no knowledge of the schema.
func (s *Source) known(e *engineError) *query.Error {
	switch e.primary() {
	case sqlite3.SQLITE_NOMEM:
		if e.starved {
			return &query.Error{
				Code:    query.CodeBusy,
				Message: fmt.Sprintf("other queries hold the %d MiB that all of the process may use together", together.limit.Load()>>20),
				Hint:    "try again in a moment; where it happens often, raise limits.memory or lower the concurrent of a source",
				Err:     e,
				Again:   true,
			}
		}
		return &query.Error{
			Code:    query.CodeOutOfMemory,
			Message: fmt.Sprintf("the query needs more memory than its limit of %d MiB", s.options.MaxMemory>>20),
			Hint:    "sort, group or collect fewer rows, or raise the memory limit of the source",
			Err:     e,
		}
	case sqlite3.SQLITE_TOOBIG:
		return &query.Error{
			Code:    query.CodeTooLongValue,
			Message: fmt.Sprintf("a text, blob or row is longer than the limit of %d bytes, which cannot be raised", e.valueLimit),
			Hint:    "build shorter values; of a stored one, read length(column) instead; statements of many calls and comparisons have a lower limit",
			Err:     e,
		}
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return &query.Error{
			Code:    query.CodeLocked,
			Message: fmt.Sprintf("another program holds a lock on %s, and did not release it within %s", s.file(), lockWait),
			Hint:    "try again when the writer is done; a database in WAL mode lets readers and a writer work at once",
			Err:     e,
		}
	case sqlite3.SQLITE_CORRUPT:
		return &query.Error{
			Code:    query.CodeCorrupt,
			Message: "the database file " + s.file() + " is corrupt: " + e.message,
			Hint:    "run PRAGMA integrity_check on a copy of it with the sqlite3 shell, and recover it with .recover",
			Err:     e,
		}
	case sqlite3.SQLITE_NOTADB:
		return &query.Error{
			Code:    query.CodeNotADatabase,
			Message: s.file() + " is not an SQLite database",
			Hint:    "give the path of an SQLite file; an encrypted database cannot be read",
			Err:     e,
		}
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN:
		return s.unreadable(e)
	case sqlite3.SQLITE_IOERR, sqlite3.SQLITE_PERM, sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_NOLFS:
		return &query.Error{
			Code:    query.CodeUnreadable,
			Message: "the database file " + s.file() + " cannot be read: " + e.message,
			Hint:    "check the file's permissions and the disk or mount that it lies on",
			Err:     e,
		}
	}
	return nil
}

// knownOr returns the error of a connection on which only statements of this package ran.
func (s *Source) knownOr(e *engineError) *query.Error {
	if known := s.known(e); known != nil {
		return known
	}
	return &query.Error{
		Code:    query.CodeUnreadable,
		Message: "the database file " + s.file() + " cannot be read: " + e.message,
		Hint:    "check it with the sqlite3 shell",
		Err:     e,
	}
}

// unreadable is the error of a file that is there and cannot be opened, or of a database in WAL mode whose shared
// memory cannot be made or used: https://sqlite.org/wal.html#readonly.
func (s *Source) unreadable(e *engineError) *query.Error {
	err := &query.Error{
		Code:    query.CodeUnreadable,
		Message: "the database file " + s.file() + " cannot be opened: " + e.message,
		Hint:    "check the permissions of the file and of the folders above it",
		Err:     e,
	}
	if e.wal {
		err.Message = "the database " + s.file() + " is in WAL mode, and the files " + s.file() + "-wal and " + s.file() + "-shm cannot be used or made in its folder"
		err.Hint = "make the folder writable, or copy the database with its -wal file elsewhere; if nobody writes to it, open it with --immutable"
	}
	return err
}

// unknownName matches the engine's words for a name that does not exist.
var unknownName = regexp.MustCompile(`^no such (column|table|view|function|table-valued function): (.+)$`)

// explain turns whatever went wrong with a statement into what a caller gets: a *guard.Refusal stays one, and the
// engine's words for an unknown name get near names.
func (t *tx) explain(err error, j *caller) error {
	if ctxErr := query.ContextError(t.ctx); ctxErr != nil {
		return ctxErr
	}
	if j != nil && j.refusal != nil {
		return j.refusal
	}
	e, ok := err.(*engineError)
	if !ok {
		return err
	}
	if known := t.source.known(e); known != nil {
		return known
	}
	if m := unknownName.FindStringSubmatch(e.message); m != nil && j != nil {
		switch m[1] {
		case "column":
			return j.unknownColumn(t.conn, m[2])
		case "function", "table-valued function":
			return query.UnknownFunction(m[2], nil)
		default:
			return j.unknownTable(m[2])
		}
	}
	return &query.Error{
		Code:    query.CodeQueryError,
		Message: strings.ReplaceAll(e.message, "\n", " "),
		Hint:    "correct the statement as the message says",
		Err:     e,
	}
}
