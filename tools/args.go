package tools

import "time"

// One parser per kind of argument, for flags and tool arguments alike. Each returns an *Error that names the argument,
// what was given and what is accepted.

// ParseTime reads RFC 3339, or a bare YYYY-MM-DD, which means 00:00:00.000Z of that day. The result is in UTC.
func ParseTime(argument, given string) (time.Time, error) { return time.Time{}, nil }

// ParseDay reads YYYY-MM-DD as a day in UTC.
func ParseDay(argument, given string) (time.Time, error) { return time.Time{}, nil }

// ParseLimit checks a limit: absent means standard; below 1 or above most is an error, never a clamp.
func ParseLimit(argument string, given *int, standard, most int) (int, error) { return 0, nil }

// ParseOne checks that given is one of accepted; absent means standard, and where standard is "" it is required.
func ParseOne(argument, given, standard string, accepted []string) (string, error) { return "", nil }

// ParseList reads a comma-separated list of accepted values; "" means none given. A nil accepted takes any non-empty word.
func ParseList(argument, given string, accepted []string) ([]string, error) { return nil, nil }

// EncodeCursor makes the opaque cursor of a list from the key of its last row. kind names the list and its filters, so
// that a cursor of another list is refused.
func EncodeCursor(kind string, key ...string) string { return "" }

// DecodeCursor returns the key of a cursor of the same kind with n parts; "" means from the start and gives nil.
func DecodeCursor(argument, given, kind string, n int) ([]string, error) { return nil, nil }
