package query

import (
	"cmp"
	"slices"
	"strings"
)

// Near returns up to three of the candidates that somebody who wrote name may have meant, the nearest first: equal but
// for case and separators, one the beginning of the other, or a few letters away. Each candidate is given once.
func Near(name string, candidates []string) []string {
	type near struct {
		name     string
		distance int
	}
	wanted := strings.ToLower(name)
	if len(wanted) == 0 || len(wanted) > 128 {
		return nil
	}
	var found []near
	seen := make(map[string]bool)
	for _, c := range candidates {
		if seen[c] || len(c) == 0 || len(c) > 128 {
			continue
		}
		seen[c] = true
		if d, ok := distance(wanted, strings.ToLower(c)); ok {
			found = append(found, near{c, d})
		}
	}
	slices.SortStableFunc(found, func(a, b near) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.name, b.name))
	})
	var names []string
	for _, f := range found[:min(3, len(found))] {
		names = append(names, f.name)
	}
	return names
}

// distance says how far a candidate is from what was written, and whether it is near at all. Both are in lower case.
func distance(wanted, candidate string) (int, bool) {
	if bare(wanted) == bare(candidate) {
		return 0, true
	}
	few := 1 + len(wanted)/4
	if d := edits(wanted, candidate, few); d <= few && d < max(len(wanted), len(candidate)) {
		return d, true
	}
	if min(len(wanted), len(candidate)) >= 3 &&
		(strings.HasPrefix(candidate, wanted) || strings.HasPrefix(wanted, candidate) ||
			strings.HasSuffix(candidate, "_"+wanted) || strings.HasSuffix(wanted, "_"+candidate)) {
		return few + 1, true
	}
	return 0, false
}

// bare drops what separates words, and the plural.
func bare(name string) string {
	return strings.TrimSuffix(strings.NewReplacer("_", "", "-", "", " ", "").Replace(name), "s")
}

// edits returns the number of insertions, deletions, changes and swaps of neighbours between two words, or most+1 where
// it is more than that.
func edits(a, b string, most int) int {
	if len(a)-len(b) > most || len(b)-len(a) > most {
		return most + 1
	}
	before, last, this := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		this[0] = i
		for j := 1; j <= len(b); j++ {
			change := last[j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			this[j] = min(change, last[j]+1, this[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				this[j] = min(this[j], before[j-2]+1)
			}
		}
		before, last, this = last, this, before
	}
	return last[len(b)]
}
