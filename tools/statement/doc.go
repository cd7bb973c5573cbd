// Package statement holds the fixed SQL of the tools: one file a statement, which both engines read where their dialects
// agree, and a second file beside it where they do not. Whatever a caller gives is a bound parameter.
package statement
