package guard

import (
	"cmp"
	"slices"
	"strings"
)

// Near returns up to three of the candidates that look like what name was meant to be, the nearest first: equal but for
// case or underscores, one a part of the other, or a few edits away. Equal distances keep the alphabet's order, so that
// the answer never depends on the order of the candidates. It is meant for hints: pass only names that the caller may know.
func Near(name string, candidates []string) []string {
	type found struct {
		name     string
		distance int
	}
	plain := plainName(name)
	if plain == "" || len(plain) > 64 {
		return nil
	}
	limit := 1 + len(plain)/4
	var near []found
	for _, candidate := range candidates {
		if candidate == name || len(candidate) > 64 {
			continue
		}
		other := plainName(candidate)
		switch d := edits(plain, other, limit); {
		case d <= limit:
			near = append(near, found{candidate, d})
		case len(plain) >= 4 && len(other) >= 4 && (strings.Contains(other, plain) || strings.Contains(plain, other)):
			near = append(near, found{candidate, limit + 1})
		}
	}
	slices.SortFunc(near, func(a, b found) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), strings.Compare(a.name, b.name))
	})
	names := make([]string, 0, 3)
	for _, f := range near {
		if len(names) < 3 && !slices.Contains(names, f.name) {
			names = append(names, f.name)
		}
	}
	return names
}

func plainName(name string) string {
	return strings.ReplaceAll(strings.ToLower(name), "_", "")
}

// edits is the Damerau-Levenshtein distance (optimal string alignment) of two short strings, or limit+1 where it is
// more than limit.
func edits(a, b string, limit int) int {
	if len(a)-len(b) > limit || len(b)-len(a) > limit {
		return limit + 1
	}
	before, above, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range above {
		above[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(above[j]+1, row[j-1]+1, above[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, above, row = above, row, before
	}
	return above[len(b)]
}
