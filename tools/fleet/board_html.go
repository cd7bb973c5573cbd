package fleet

import (
	_ "embed"
	"html/template"
	"strings"
)

//go:embed board.html
var boardPage string

// boardTemplate escapes everything that comes from the record, as the place where it stands demands.
var boardTemplate = template.Must(template.New("board").Parse(boardPage))

// html renders the logs as one page that holds all it needs: no script, nothing loaded from elsewhere.
func (b *board) html() (string, error) {
	var out strings.Builder
	err := boardTemplate.Execute(&out, struct {
		AsOf    string
		Summary string
		Days    []day
	}{b.asOf.UTC().Format("2 January 2006, 15:04:05 UTC"), b.summary(), b.days()})
	return out.String(), err
}
