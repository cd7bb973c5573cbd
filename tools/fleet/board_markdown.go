package fleet

import (
	"fmt"
	"strings"
	"time"
)

// day is the entries of one day, for the formats that people read.
type day struct {
	Title   string
	Entries []line
}

// line is an entry as people read it.
type line struct {
	Time, Slug, Title, Source, What, Verdict, Text string
}

// days puts the entries under their days in UTC.
func (b *board) days() []day {
	var days []day
	for _, e := range b.entries {
		title, clock := "Undated", e.at
		if e.dated {
			t := e.instant.time()
			title, clock = t.Format("Monday, 2 January 2006"), t.Format("15:04:05")
		}
		if len(days) == 0 || days[len(days)-1].Title != title {
			days = append(days, day{Title: title})
		}
		l := line{Time: clock, Slug: e.slug, Title: e.title, Source: e.source}
		if e.source == "gate" {
			l.What, l.Verdict, l.Text = orEmpty(e.name), orEmpty(e.verdict), orEmpty(e.detail)
		} else {
			l.What = orEmpty(e.kind)
			if payload := orEmpty(e.payload); payload != "{}" {
				l.Text = payload
			}
		}
		last := &days[len(days)-1]
		last.Entries = append(last.Entries, l)
	}
	return days
}

func orEmpty(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// summary says what the board holds, in a sentence.
func (b *board) summary() string {
	text := fmt.Sprintf("%s and %s of %s", plural(b.totals.Events, "event"), plural(b.totals.Gates, "gate verdict"), plural(b.totals.Streams, "stream"))
	if b.truncated {
		text += fmt.Sprintf("; only the newest %d entries are shown", maxBoard)
	}
	return text
}

// markdown renders the logs as tables of GitHub's Markdown, a heading a day.
func (b *board) markdown() string {
	var out strings.Builder
	fmt.Fprintf(&out, "# Fleet board\n\nAs of %s. %s. Times are UTC.\n", b.asOf.UTC().Format(time.RFC3339), b.summary())
	for _, d := range b.days() {
		fmt.Fprintf(&out, "\n## %s\n\n| Time | Stream | Title | Source | What | Verdict | Detail |\n|---|---|---|---|---|---|---|\n", d.Title)
		for _, l := range d.Entries {
			cells := []string{l.Time, l.Slug, l.Title, l.Source, l.What, l.Verdict, l.Text}
			for i, cell := range cells {
				cells[i] = markdownCell(cell)
			}
			fmt.Fprintf(&out, "| %s |\n", strings.Join(cells, " | "))
		}
	}
	return out.String()
}

// markdownEscapes keeps text from the record from being read as markup or as HTML.
var markdownEscapes = strings.NewReplacer(
	`\`, `\\`, "|", `\|`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", "&lt;", ">", "&gt;", "&", "&amp;", "#", `\#`, "~", `\~`,
	"!", `\!`, "\r\n", "<br>", "\n", "<br>", "\r", "<br>", "\t", " ",
)

func markdownCell(text string) string { return markdownEscapes.Replace(text) }
