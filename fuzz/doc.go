// Package fuzz holds what attacks the rest: seeds (SQL files whose path says what must become of them) and the fuzz
// targets, which are tests. Only [Seeds] is code for others: tests of the fences and the security report read the same
// files. README.md says what each target promises.
package fuzz
