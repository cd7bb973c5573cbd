// Package sqlite opens SQLite databases read-only as sources of package query, and tests at every opening that they are
// so. [Open] is all there is to call; what a [Source] does is said at [query.Source].
//
// The package speaks to SQLite through its C interface as translated to Go (modernc.org/sqlite/lib) and not through
// database/sql: values arrive exactly as stored, one statement is prepared at a time and nothing behind it is run, and
// the authorizer knows which statement it decides for.
//
// Nothing here trusts a single layer. The file is opened with mode=ro, and the engine is asked whether it took it so;
// query_only, defensive and the limits stand on every connection; the authorizer denies whatever the checked statement
// does not cover; and the self-test tries to write at every opening.
package sqlite
