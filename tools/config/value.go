package config

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// parseDuration reads Go's notation, and whole days as 90d. It refuses what is negative or not finite.
func parseDuration(text string) (Duration, error) {
	const accepted = "a duration such as 500ms, 5s, 1m30s, 24h or 90d"
	if days, ok := strings.CutSuffix(text, "d"); ok {
		n, err := strconv.ParseUint(days, 10, 16)
		if err != nil {
			return 0, fmt.Errorf("accepted is %s", accepted)
		}
		return Duration(time.Duration(n) * 24 * time.Hour), nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return 0, fmt.Errorf("accepted is %s", accepted)
	}
	return Duration(d), nil
}

// parseSize reads a whole number of bytes, with a binary unit or without.
func parseSize(text string) (Size, error) {
	number, shift := text, 0
	for unit, s := range map[string]int{"KiB": 10, "MiB": 20, "GiB": 30} {
		if rest, ok := strings.CutSuffix(text, unit); ok {
			number, shift = strings.TrimRight(rest, " "), s
		}
	}
	n, err := strconv.ParseUint(number, 10, 63)
	if err != nil || n > math.MaxInt64>>shift {
		return 0, fmt.Errorf("accepted is a number of bytes such as 65536, 64KiB, 4MiB or 1GiB")
	}
	return Size(n << shift), nil
}
