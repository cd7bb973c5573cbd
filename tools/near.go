package tools

import "strings"

// nearest returns the one candidate that is close enough to be what was meant, or "".
func nearest(given string, candidates []string) string {
	best, bestDistance := "", 1+len(given)/3
	if bestDistance > 4 {
		bestDistance = 4
	}
	if len(given) > 64 {
		return ""
	}
	for _, candidate := range candidates {
		if d := distance(strings.ToLower(given), candidate); d < bestDistance || d == bestDistance && best == "" {
			best, bestDistance = candidate, d
		}
	}
	return best
}

// distance is Levenshtein's, in bytes.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
