// Package fleet holds the eleven tools that read the fleet's record: what its streams of work are doing, and what they
// cost. [Tools] makes them for the runner of a record.
//
// Three rules run through all of them. A time in the record is read in one way, by instant.go and by the fragments of
// SQL that must agree with it. Money is whole micro-dollars from the row on, summed exactly, by money.go and its
// fragments. And an aggregate that cannot account for every row refuses with the counts instead of printing a smaller
// number.
//
// All SQL is in sql/*.sql: fixed text with bound parameters, which passes the guard when the tools are made, under a
// policy that hides what the tool's data classes do not cover.
package fleet
