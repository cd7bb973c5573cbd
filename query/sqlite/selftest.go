package sqlite

import (
	"context"
	"os"
	"path/filepath"

	"vitrine/query"
)

// attempt is one way to write that must fail.
type attempt struct {
	name   string
	text   string
	target bool // ?1 is the path of a file that must not appear
	inTx   bool // can be rolled back
	alone  bool // only the authorizer stops it
}

// attempts are the ways to write that are tried at every opening. Of table, where the database has one, a row is tried
// to be inserted.
func attempts(table string) []attempt {
	insert := "CREATE TABLE main.vitrine_self_test(x)"
	if table != "" {
		insert = "INSERT INTO main." + identifier(table) + " DEFAULT VALUES"
	}
	return []attempt{
		{name: "INSERT", text: insert, inTx: true},
		{name: "CREATE TEMP TABLE", text: "CREATE TEMP TABLE vitrine_self_test(x)", inTx: true},
		{name: "ATTACH", text: "ATTACH ?1 AS vitrine_self_test", target: true},
		{name: "VACUUM INTO", text: "VACUUM INTO ?1", target: true},
		{name: "PRAGMA query_only", text: "PRAGMA query_only = OFF", alone: true},
	}
}

// selfTest opens a connection as those that serve are opened, tries to write in every way that is known, and refuses
// to serve where one succeeds or leaves a file behind. Each way is tried twice: without the authorizer, so that the
// layers beneath it are known to hold by themselves, and with it.
func (s *Source) selfTest(ctx context.Context) error {
	if err := query.ContextError(ctx); err != nil {
		return err
	}
	info, err := s.stat()
	if err != nil {
		return err
	}
	c, err := s.open(info)
	if err != nil {
		return err
	}
	defer c.close()
	defer context.AfterFunc(ctx, c.cancel)()

	var table string
	err = c.each(`SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'create virtual%' AND name NOT LIKE 'sqlite\_%' ESCAPE '\' LIMIT 1`,
		func(row *statement) error { table = row.string(0); return nil })
	if err != nil {
		if ctxErr := query.ContextError(ctx); ctxErr != nil {
			return ctxErr
		}
		if e, ok := err.(*engineError); ok {
			return s.knownOr(e)
		}
		return err
	}
	// Without a place for temporary files the targets lie where none can be made, which the test then relies on too.
	scratch, err := os.MkdirTemp("", "vitrine-self-test-")
	if err != nil {
		scratch = filepath.Join(s.path, "self-test")
	}
	defer os.RemoveAll(scratch)
	for _, a := range attempts(table) {
		for _, j := range []judge{heedless{}, nil} {
			if a.alone && j != nil {
				continue
			}
			if err := c.attempt(a, j, filepath.Join(scratch, "target")); err == nil {
				return notReadOnly("the self-test could write with " + a.name)
			}
		}
	}
	if left, err := os.ReadDir(scratch); err == nil && len(left) > 0 {
		return notReadOnly("the self-test left a file behind")
	}
	if err := query.ContextError(ctx); err != nil {
		return err
	}
	return nil
}

// attempt runs one statement, rolls back what it did, and returns why it failed, nil where it did not.
func (c *conn) attempt(a attempt, j judge, target string) error {
	if a.inTx {
		if err := c.run("BEGIN"); err != nil {
			return err
		}
		defer c.run("ROLLBACK")
	}
	defer c.auth.enter(j)()
	s, err := c.prepare(a.text)
	if err != nil {
		return err
	}
	defer s.finalize()
	if a.target {
		if err := s.bind([]any{target}); err != nil {
			return err
		}
	}
	_, err = s.step()
	return err
}

// heedless permits everything. It stands in for the authorizer in the self-test alone.
type heedless struct{}

func (heedless) judge(action) verdict { return permit }
