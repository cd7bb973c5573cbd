// Package query runs statements that package guard has admitted, and nothing else: on a [Source] that was opened
// read-only, through a [Runner] that keeps a [Budget], as [Rows] that stream.
//
// No function here takes SQL text from a caller. What is not a checked [guard.Statement] is refused before it reaches
// an engine. The engines are in query/sqlite and query/postgres, the ways to write rows in query/encode.
package query
