package tools

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// One parser per kind of argument, for flags and tool arguments alike. Each returns an *Error that names the argument,
// what was given and what is accepted.

var (
	dayForm  = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}$`)
	timeForm = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$`)
)

// ParseTime reads RFC 3339, or a bare YYYY-MM-DD, which means 00:00:00.000Z of that day. The result is in UTC.
func ParseTime(argument, given string) (time.Time, error) {
	if dayForm.MatchString(given) {
		if t, err := time.Parse(time.DateOnly, given); err == nil {
			return t, nil
		}
	}
	if timeForm.MatchString(given) {
		if t, err := time.Parse(time.RFC3339Nano, given); err == nil {
			return t.UTC(), nil
		}
	}
	return time.Time{}, BadArgument(argument, given,
		"an RFC 3339 time or a day", []string{"2026-11-30T12:00:00Z", "2026-11-30"})
}

// ParseDay reads YYYY-MM-DD as a day in UTC.
func ParseDay(argument, given string) (time.Time, error) {
	if dayForm.MatchString(given) {
		if t, err := time.Parse(time.DateOnly, given); err == nil {
			return t, nil
		}
	}
	return time.Time{}, BadArgument(argument, given, "a day, YYYY-MM-DD in UTC", []string{"2026-11-30"})
}

// ParseLimit checks a limit: absent means standard; below 1 or above most is an error, never a clamp.
func ParseLimit(argument string, given *int, standard, most int) (int, error) {
	if given == nil {
		return standard, nil
	}
	if *given < 1 || *given > most {
		return 0, BadArgument(argument, strconv.Itoa(*given), fmt.Sprintf("a whole number from 1 to %d", most), nil)
	}
	return *given, nil
}

// ParseOne checks that given is one of accepted; absent means standard, and where standard is "" it is required.
func ParseOne(argument, given, standard string, accepted []string) (string, error) {
	if given == "" && standard != "" {
		return standard, nil
	}
	if slices.Contains(accepted, given) {
		return given, nil
	}
	if given == "" {
		return "", &Error{
			Code: CodeInvalidArgument, Argument: argument, Accepted: accepted,
			Message: fmt.Sprintf("argument %s is required: give one of %s", argument, strings.Join(accepted, ", ")),
		}
	}
	return "", BadArgument(argument, given, "one of "+strings.Join(accepted, ", "), accepted)
}

// ParseList reads a comma-separated list of accepted values; "" means none given. A nil accepted takes any non-empty
// word. Space around a value does not count, and a value given twice counts once.
func ParseList(argument, given string, accepted []string) ([]string, error) {
	if given == "" {
		return nil, nil
	}
	var list []string
	for word := range strings.SplitSeq(given, ",") {
		word = strings.TrimSpace(word)
		switch {
		case word == "" && accepted == nil:
			return nil, BadArgument(argument, given, "a comma-separated list without empty places", nil)
		case accepted != nil && !slices.Contains(accepted, word):
			return nil, BadArgument(argument, word, "a comma-separated list of "+strings.Join(accepted, ", "), accepted)
		case !slices.Contains(list, word):
			list = append(list, word)
		}
	}
	return list, nil
}

// BadArgument says that an argument cannot be taken: what it takes ("a base name"), what was given, and the accepted
// values where they can be listed, with the nearest of them as a hint.
func BadArgument(argument, given, takes string, accepted []string) *Error {
	e := &Error{
		Code: CodeInvalidArgument, Argument: argument, Given: short(given), Accepted: accepted,
		Message: fmt.Sprintf("argument %s takes %s, not %s", argument, takes, quoteShort(given)),
	}
	if near := nearest(given, accepted); near != "" {
		e.Hint = "did you mean " + near + "?"
	}
	return e
}

// EncodeCursor makes the opaque cursor of a list from the key of its last row. kind names the list and its filters, so
// that a cursor of another list is refused.
func EncodeCursor(kind string, key ...string) string {
	payload, _ := json.Marshal(key) // a list of strings always encodes
	return base64.RawURLEncoding.EncodeToString(append(cursorSeal(kind, payload), payload...))
}

// DecodeCursor returns the key of a cursor of the same kind with n parts; "" means from the start and gives nil.
func DecodeCursor(argument, given, kind string, n int) ([]string, error) {
	if given == "" {
		return nil, nil
	}
	var key []string
	raw, err := base64.RawURLEncoding.Strict().DecodeString(given)
	if err == nil && len(raw) > sealBytes && bytes.Equal(raw[:sealBytes], cursorSeal(kind, raw[sealBytes:])) &&
		json.Unmarshal(raw[sealBytes:], &key) == nil && len(key) == n {
		return key, nil
	}
	return nil, &Error{
		Code: CodeInvalidArgument, Argument: argument, Given: short(given),
		Message: fmt.Sprintf("argument %s takes the next_after of an earlier answer to the same question, not %s", argument, quoteShort(given)),
		Hint:    "leave " + argument + " out to start from the first row; filters must be those of the call that gave the cursor",
	}
}

const sealBytes = 8

// cursorSeal binds a cursor to its list. It finds mistakes; it keeps no secret, since a key only says where to go on.
func cursorSeal(kind string, payload []byte) []byte {
	sum := sha256.Sum256(append(append([]byte(kind), 0), payload...))
	return sum[:sealBytes]
}

// short cuts what a caller gave to a length that fits into a message, at a character's boundary.
func short(given string) string {
	const most = 80
	if len(given) <= most {
		return given
	}
	return strings.ToValidUTF8(given[:most], "") + "…"
}

func quoteShort(given string) string { return strconv.Quote(short(given)) }
