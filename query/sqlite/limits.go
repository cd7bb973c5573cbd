package sqlite

import sqlite3 "modernc.org/sqlite/lib"

// The bounds that every connection keeps. None of them refused a query of the corpora that they were measured on; the
// values that sqlite.org recommends for high security refused one in twenty.
const (
	// maxValue is how long a text, a blob or a row may be, in bytes, whether stored or built: the engine has one limit
	// for both. It is high enough for the texts of four million bytes that people keep, and low enough that any one
	// function call over such a value ends soon.
	maxValue = 4 << 20
	// maxPattern is how long the pattern of LIKE and GLOB may be: they take the product of both lengths.
	maxPattern = 1000
)

// mostWork is how many bytes the calls and comparisons of one statement may go over before the engine looks whether to
// go on: it looks where its program jumps back, and an expression, however long, does not jump.
const mostWork = 256 << 20

// longestValue returns how long a value may be in a statement of so many calls and comparisons: maxValue for up to
// sixty-four, and less, down to 64 KiB, for what would take a machine-made statement.
func longestValue(calls int) int32 {
	if calls <= mostWork/maxValue {
		return maxValue
	}
	return int32(max(mostWork/calls, 64<<10))
}

// limits are SQLITE_LIMIT_* and their values: https://sqlite.org/c3ref/c_limit_attached.html.
var limits = []struct{ id, value int32 }{
	{sqlite3.SQLITE_LIMIT_ATTACHED, 0}, // also stops VACUUM INTO, which attaches its target
	{sqlite3.SQLITE_LIMIT_LENGTH, maxValue},
	{sqlite3.SQLITE_LIMIT_SQL_LENGTH, 1 << 20}, // the guard's bound is lower; views of the database count too
	{sqlite3.SQLITE_LIMIT_COLUMN, 2000},
	{sqlite3.SQLITE_LIMIT_EXPR_DEPTH, 1000}, // 250 refuses honest chains of OR
	{sqlite3.SQLITE_LIMIT_COMPOUND_SELECT, 100},
	{sqlite3.SQLITE_LIMIT_FUNCTION_ARG, 100},
	{sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, maxPattern},
	{sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, 32766},
	{sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH, 1},
	{sqlite3.SQLITE_LIMIT_WORKER_THREADS, 0},
}

// switches are SQLITE_DBCONFIG_* and their settings: https://sqlite.org/c3ref/c_dbconfig_defensive.html. Double-quoted
// strings stay on, since one in five statements that language models write relies on them.
var switches = []struct{ id, on int32 }{
	{sqlite3.SQLITE_DBCONFIG_DEFENSIVE, 1},
	{sqlite3.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
	{sqlite3.SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
	{sqlite3.SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
	{sqlite3.SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0},
	{sqlite3.SQLITE_DBCONFIG_ENABLE_ATTACH_CREATE, 0},
	{sqlite3.SQLITE_DBCONFIG_ENABLE_ATTACH_WRITE, 0},
	{sqlite3.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1},
}

// settings are run on every connection before anything else.
var settings = []fixed{
	"PRAGMA query_only = ON",
	"PRAGMA cell_size_check = ON",
	"PRAGMA temp_store = FILE",  // which lie in memory too: see tempfile.go
	"PRAGMA cache_size = -2000", // also how much is sorted at a time
}
