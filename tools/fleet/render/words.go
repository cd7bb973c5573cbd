package render

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"vitrine/tools/fleet"
)

// statePaints colour the states of streams.
var statePaints = map[string]paint{
	"queued": blue, "running": green, "gated": yellow, "blocked": red, "merged": purple, "abandoned": faint,
	"pass": green, "fail": red, "pending": yellow,
	"critical": red, "warning": yellow, "info": blue,
	"valid": green, "expired": yellow, "revoked": red, "unknown": faint,
}

// state is a state, a verdict or a level in its colour.
func state(text string) cell { return cell{text, statePaints[text]} }

// when shows a time of the record with how long ago it was; one that cannot be read as it stands.
func when(text string, now time.Time) string {
	if text == "" {
		return "-"
	}
	at, ok := fleet.ReadTime(text)
	if !ok {
		return text + " (no time)"
	}
	return at.Format("2006-01-02 15:04") + " (" + ago(now.Sub(at)) + ")"
}

func maybeWhen(text *string, now time.Time) string {
	if text == nil {
		return "-"
	}
	return when(*text, now)
}

// ago says how long ago something was, in its largest unit.
func ago(age time.Duration) string {
	size := age.Abs()
	var text string
	switch {
	case size < time.Second:
		return "now"
	case size < time.Minute:
		text = fmt.Sprintf("%ds", size/time.Second)
	case size < time.Hour:
		text = fmt.Sprintf("%dm", size/time.Minute)
	case size < 48*time.Hour:
		text = fmt.Sprintf("%dh", size/time.Hour)
	default:
		text = fmt.Sprintf("%dd", size/(24*time.Hour))
	}
	if age < 0 {
		return "in " + text
	}
	return text + " ago"
}

// measured shows a measurement's instant and age.
func measured(m *fleet.Measured, now time.Time) cell {
	if m == nil || m.AsOf == nil {
		return cell{text: "-"}
	}
	c := cell{text: when(*m.AsOf, now)}
	if m.Stale {
		c.paint = faint
	}
	return c
}

// money shows an amount with two decimals. Where no price is known there is none to show.
func money(amount fleet.Dollars, rows, unknown int64) string {
	if rows > 0 && rows == unknown {
		return ""
	}
	return amount.Cents()
}

// unknown shows how many rows have no known price, nothing where all have one.
func unknown(n int64) cell {
	if n == 0 {
		return cell{}
	}
	return cell{fmt.Sprintf("+%d unknown", n), yellow}
}

// amount shows an amount that may be missing.
func amount(d *fleet.Dollars) string {
	if d == nil {
		return "-"
	}
	return d.Cents()
}

// number groups the digits of a count by thousands.
func number(n int64) string {
	text := strconv.FormatInt(n, 10)
	sign := ""
	if text[0] == '-' {
		sign, text = "-", text[1:]
	}
	var groups []string
	for len(text) > 3 {
		groups = append([]string{text[len(text)-3:]}, groups...)
		text = text[:len(text)-3]
	}
	return sign + strings.Join(append([]string{text}, groups...), ",")
}

// flag marks a value that stands for an empty one in the record.
func name(text string, empty bool) cell {
	if empty {
		return cell{text, faint}
	}
	return cell{text: text}
}

func orDash(text *string) string {
	if text == nil || *text == "" {
		return "-"
	}
	return *text
}

// duration shows seconds as people say them.
func duration(seconds float64) string {
	d := time.Duration(seconds * float64(time.Second)).Round(time.Second)
	switch {
	case d.Abs() < time.Minute:
		return fmt.Sprintf("%ds", int64(d/time.Second))
	case d.Abs() < time.Hour:
		return fmt.Sprintf("%dm %02ds", int64(d/time.Minute), int64(d%time.Minute/time.Second))
	}
	return fmt.Sprintf("%dh %02dm", int64(d/time.Hour), int64(d%time.Hour/time.Minute))
}

// more says what a page left out and how to get it.
func (p *page) more(shown int, total int64, what string, next *string) {
	text := fmt.Sprintf("%s of %s %s", number(int64(shown)), number(total), what)
	if next != nil {
		text += "; the next with --after " + *next
	}
	p.note(text)
}
