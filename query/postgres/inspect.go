package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/guard"
	"vitrine/query"
)

// inspect looks at the server and the role through one session, fixes the search path, and decides whether the source
// may serve.
func (s *Source) inspect(ctx context.Context) error {
	c, _, err := s.acquire(ctx)
	if err != nil {
		return err
	}
	path, err := searchPath(ctx, c)
	// The session began without the path that all others get.
	s.discard(c)
	if err != nil {
		return s.inspectError(ctx, err)
	}
	s.config.RuntimeParams["search_path"] = path
	c, _, err = s.acquire(ctx)
	if err != nil {
		return err
	}
	defer s.release(c)
	report, err := examine(ctx, c)
	if err != nil {
		return s.inspectError(ctx, err)
	}
	if err := s.judgeRole(report); err != nil {
		return err
	}
	if len(report.Unhardened) > 0 {
		s.once.Store(&guard.Notice{
			Code: NoticeUnhardened,
			Message: "the server lets the role call functions that act in spite of READ ONLY (" + summary(report.Unhardened) +
				"); the guard refuses them, and vitrine doctor prints what closes them on the server",
		})
	}
	s.outside, err = loadOutside(ctx, c)
	if err != nil {
		return s.inspectError(ctx, err)
	}
	return nil
}

// summary names the first of the functions, and counts the others.
func summary(functions []string) string {
	var names []string
	for i, f := range functions {
		if i == 4 {
			names = append(names, fmt.Sprintf("and %d more", len(functions)-i))
			break
		}
		name, _, _ := strings.Cut(f, "(")
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

func (s *Source) inspectError(ctx context.Context, err error) error {
	if e := query.ContextError(ctx); e != nil {
		return e
	}
	var server *pgconn.PgError
	message := "the server could not be looked at"
	if errors.As(err, &server) {
		message += ": " + oneLine(server.Message) + " (SQLSTATE " + server.Code + ")"
	}
	return &query.Error{Code: query.CodeUnreadable, Message: message, Hint: "run vitrine doctor on it", Err: err}
}

// searchPath returns the path that every session gets: pg_catalog first, so that what has a built-in meaning keeps it, then
// what the role or the address set, and the schema of temporary tables last, which would else come first.
func searchPath(ctx context.Context, c *conn) (string, error) {
	rows, err := c.rows(ctx, "SHOW search_path")
	if err != nil {
		return "", err
	}
	parts := []string{"pg_catalog"}
	for part := range strings.SplitSeq(rows[0][0], ",") {
		part = strings.TrimSpace(part)
		if part != "" && part != "pg_catalog" && part != "pg_temp" && part != `""` {
			parts = append(parts, part)
		}
	}
	return strings.Join(append(parts, "pg_temp"), ", "), nil
}

// judgeRole refuses a role that could write.
func (s *Source) judgeRole(r *Report) error {
	if len(r.Privileges) == 0 {
		return nil
	}
	list := make([]string, 0, 4)
	for i, p := range r.Privileges {
		if i == 3 {
			list = append(list, fmt.Sprintf("and %d more", len(r.Privileges)-3))
			break
		}
		list = append(list, p.What)
	}
	what := fmt.Sprintf("the role %s %s", r.Role, strings.Join(list, ", "))
	if s.options.AllowPrivileged {
		s.notices = append(s.notices, guard.Notice{Code: NoticePrivileged, Message: what + "; the operator allowed that with --allow-privileged-role"})
		return nil
	}
	return &query.Error{
		Code: query.CodeNotReadOnly, Message: what + "; a role that can only read is accepted",
		Hint: "vitrine doctor prints the SQL that makes such a role; --allow-privileged-role serves this one all the same",
	}
}
