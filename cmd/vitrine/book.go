package main

import (
	"path/filepath"
	"time"

	"vitrine/cmd/vitrine/sandbox"
	"vitrine/tools"
	"vitrine/tools/audit"
)

// book is the audit of one call of query. A nil book records nothing.
type book struct {
	log   *audit.Log
	began time.Time
}

// openBook opens the audit file, nil where path is empty. A call that cannot be recorded is not made.
func openBook(path string) (*book, error) {
	if path == "" {
		return nil, nil
	}
	if isSQLite(path) {
		return nil, usagef("give --audit another name", "--audit %s is a database, which is never written", path)
	}
	log, err := audit.Open(audit.Options{Path: path})
	if err != nil {
		return nil, &failure{
			message: tools.CodeAuditFailed + ": the audit cannot be opened, so nothing is asked: " + err.Error(),
			hint:    "give --audit a file that you may write to, with its key beside it as FILE.key",
			code:    exitFailed,
		}
	}
	return &book{log: log, began: time.Now()}, nil
}

// record writes the call down. An error means that its result must not leave.
func (b *book) record(f *queryFlags, q question, rows int, bytes int64, failed error) error {
	if b == nil {
		return nil
	}
	verdict := audit.VerdictOK
	if failed != nil {
		verdict = codeOf(failed)
	}
	err := b.log.Append(audit.Entry{
		Time: q.began, Principal: tools.LocalOperator().Name, Tool: "query", Source: f.sourceName(), SQL: q.sql, Verdict: verdict,
		Rows: rows, Bytes: int(bytes), DurationUS: time.Since(b.began).Microseconds(),
	})
	if err == nil {
		return nil
	}
	return &failure{
		message: tools.CodeAuditFailed + ": the call cannot be recorded, so its result is withheld: " + err.Error(),
		hint:    "look at the audit file; calls are answered again once it can be written",
		code:    exitFailed,
	}
}

func (b *book) close() {
	if b != nil {
		_ = b.log.Close() // every line is written already
	}
}

// planAudit keeps the folder of the audit, in which lines are appended.
func planAudit(plan *sandbox.Plan, path string) {
	for _, name := range names(path) {
		plan.WriteFolders = append(plan.WriteFolders, filepath.Dir(name))
	}
}
