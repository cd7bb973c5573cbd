package fleet

import (
	"strings"
	"time"

	"vitrine/tools"
)

// instant is a time that was read from the record, exactly: fraction holds the digits behind the second without
// trailing zeros, however many there are.
type instant struct {
	second   int64 // Unix time
	fraction string
}

// readInstant reads a time of the record. Only text of the form YYYY-MM-DDT… is one: a day that exists, then the time
// of day and the offset as SQLite's date functions read them (https://sqlite.org/lang_datefunc.html#time_values), in
// UTC where there is no offset. It is sql/parts/readable.sql in Go, and a test holds the two against each other.
func readInstant(text string) (instant, bool) {
	text, _, _ = strings.Cut(text, "\x00") // where SQLite's functions stop
	if len(text) < len("2006-01-02T15:04") || text[10] != 'T' {
		return instant{}, false
	}
	day, err := time.Parse(time.DateOnly, text[:10])
	if err != nil {
		return instant{}, false
	}
	rest := text[11:]
	hour, rest, ok := twoDigits(rest, 23)
	if !ok || rest == "" || rest[0] != ':' {
		return instant{}, false
	}
	minute, rest, ok := twoDigits(rest[1:], 59)
	if !ok {
		return instant{}, false
	}
	second, fraction := 0, ""
	if strings.HasPrefix(rest, ":") {
		if second, rest, ok = twoDigits(rest[1:], 59); !ok {
			return instant{}, false
		}
		if len(rest) > 1 && rest[0] == '.' && isDigit(rest[1]) {
			end := 1
			for end < len(rest) && isDigit(rest[end]) {
				end++
			}
			fraction, rest = strings.TrimRight(rest[1:end], "0"), rest[end:]
		}
	}
	offset, ok := readOffset(rest)
	if !ok {
		return instant{}, false
	}
	at := instant{day.Unix() + int64(hour*3600+minute*60+second) - offset, fraction}
	return at, at.second <= lastSecond
}

// lastSecond is where SQLite's calendar ends: 9999-12-31T23:59:59Z.
const lastSecond = 253402300799

// readOffset reads what stands behind the time of day, in seconds east of UTC.
func readOffset(rest string) (int64, bool) {
	const space = " \t\n\v\f\r"
	rest = strings.TrimLeft(rest, space)
	if rest == "" {
		return 0, true
	}
	sign := int64(1)
	switch rest[0] {
	case 'Z', 'z':
		return 0, strings.Trim(rest[1:], space) == ""
	case '-':
		sign = -1
	case '+':
	default:
		return 0, false
	}
	hours, rest, ok := twoDigits(rest[1:], 14)
	if !ok || rest == "" || rest[0] != ':' {
		return 0, false
	}
	minutes, rest, ok := twoDigits(rest[1:], 59)
	return sign * int64(hours*3600+minutes*60), ok && strings.Trim(rest, space) == ""
}

func twoDigits(text string, most int) (int, string, bool) {
	if len(text) < 2 || !isDigit(text[0]) || !isDigit(text[1]) {
		return 0, text, false
	}
	n := int(text[0]-'0')*10 + int(text[1]-'0')
	return n, text[2:], n <= most
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

// compare orders instants, exactly.
func (at instant) compare(other instant) int {
	switch {
	case at.second < other.second:
		return -1
	case at.second > other.second:
		return 1
	}
	return strings.Compare(at.fraction, other.fraction) // digits behind the point sort as text
}

// time returns the instant in UTC, cut to nanoseconds.
func (at instant) time() time.Time {
	nanoseconds := 0
	for i := range 9 {
		nanoseconds *= 10
		if i < len(at.fraction) {
			nanoseconds += int(at.fraction[i] - '0')
		}
	}
	return time.Unix(at.second, int64(nanoseconds)).UTC()
}

// instantOf is the instant of a time.
func instantOf(t time.Time) instant {
	return instant{t.Unix(), strings.TrimRight(t.UTC().Format(".000000000")[1:], "0")}
}

// seconds returns the part behind the second as the fragment fraction gives it.
func (at instant) part() float64 { return float64(at.time().Nanosecond()) / 1e9 }

// compareTexts orders two times of the record as instants. One that cannot be read comes before all that can.
func compareTexts(a, b string) int {
	x, readsX := readInstant(a)
	y, readsY := readInstant(b)
	switch {
	case readsX && readsY:
		return x.compare(y)
	case readsX:
		return 1
	case readsY:
		return -1
	}
	return 0
}

// stamp writes an instant as the contract does: UTC with milliseconds, and more digits only where it has them.
func stamp(t time.Time) string {
	t = t.UTC()
	if t.Nanosecond()%int(time.Millisecond) != 0 {
		return t.Format("2006-01-02T15:04:05.000000000Z")
	}
	return t.Format("2006-01-02T15:04:05.000Z")
}

// ReadTime reads a time of the record or of a result, in UTC.
func ReadTime(text string) (time.Time, bool) {
	at, ok := readInstant(text)
	return at.time(), ok
}

// asOf is the instant of a call, as as_of_ts tells it.
func asOf(c tools.Call) string { return stamp(c.Now.Truncate(time.Millisecond)) }
