package sqlite

import (
	"errors"
	"fmt"
	"math"
	"strings"

	sqlite3 "modernc.org/sqlite/lib"

	"vitrine/guard"
	guardsqlite "vitrine/guard/sqlite"
	"vitrine/query"
)

// quoted finds a name in double quotes that SQLite reads as a text, since no column has it
// (https://sqlite.org/quirks.html#dblquote): what the caller takes for a column gives the same value in every row. It is
// the first such name that the engine meets, "" where there is none. The engine itself tells, when it compiles the statement without the quirk;
// only statements that have such names without a table before them are compiled so.
func (c *conn) quoted(j *caller) string {
	if !strings.Contains(j.text, `"`) {
		return ""
	}
	read, err := guardsqlite.Read(j.text, math.MaxInt)
	if err != nil {
		return ""
	}
	names := make(map[string]bool)
	for _, column := range read.Columns {
		if column.Quoted == '"' && column.Table == "" && !column.Alias {
			names[column.Name] = true
		}
	}
	if len(names) == 0 {
		return ""
	}
	c.configure(sqlite3.SQLITE_DBCONFIG_DQS_DML, 0)
	defer c.configure(sqlite3.SQLITE_DBCONFIG_DQS_DML, 1)
	defer c.auth.enter(&caller{stmt: j.stmt, text: j.text, schema: j.schema, reach: j.reach})()
	compiled, err := c.prepare(j.text)
	if err == nil {
		compiled.finalize()
		return ""
	}
	var failed *engineError
	if !errors.As(err, &failed) {
		return ""
	}
	_, name, found := strings.Cut(failed.message, `no such column: "`)
	if end := strings.LastIndex(name, `" - should this`); !found || end < 0 {
		return ""
	} else if name = name[:end]; !names[name] {
		return "" // of a view
	}
	return name
}

// mostQuoted is how many bytes of the name a notice tells.
const mostQuoted = 60

func quotedNotice(name string) guard.Notice {
	if len(name) > mostQuoted {
		name = strings.ToValidUTF8(name[:mostQuoted], "") + "…"
	}
	return guard.Notice{
		Code:    query.NoticeQuotedText,
		Message: fmt.Sprintf(`"%s" is no column, and was read as a text; write '%s' for a text`, name, strings.ReplaceAll(name, "'", "''")),
	}
}
