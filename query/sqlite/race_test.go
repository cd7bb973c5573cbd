//go:build race

package sqlite_test

// underRace: the race detector multiplies what the process holds.
const underRace = true
