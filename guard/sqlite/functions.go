package sqlite

// The classes of the functions in the table below. Each function that may be called stands there; what does not is
// refused. The names are those of pragma_function_list of the SQLite that is linked in (3.54.1); a test compares.
const (
	scalar    = "scalar"    // a value of its arguments: https://sqlite.org/lang_corefunc.html
	aggregate = "aggregate" // over the rows of a group: https://sqlite.org/lang_aggfunc.html
	window    = "window"    // only with OVER: https://sqlite.org/windowfunctions.html#biwinfunc
	date      = "date"      // https://sqlite.org/lang_datefunc.html
	maths     = "math"      // https://sqlite.org/lang_mathfunc.html
	jsonf     = "json"      // https://sqlite.org/json1.html
	search    = "fts5"      // auxiliary functions of full-text search: https://sqlite.org/fts5.html#_auxiliary_functions_
	spatial   = "rtree"     // geopoly, pure geometry on blobs: https://sqlite.org/geopoly.html
	operator  = "operator"  // what the engine calls for LIKE, GLOB, MATCH, -> and ->>
	version   = "version"   // tells which engine this is, as its documentation does
)

// allowed are the functions that may be called, by class.
var allowed = map[string]string{
	"abs": scalar, "char": scalar, "coalesce": scalar, "concat": scalar, "concat_ws": scalar, "format": scalar,
	"hex": scalar, "if": scalar, "ifnull": scalar, "iif": scalar, "instr": scalar, "length": scalar, "likelihood": scalar,
	"likely": scalar, "lower": scalar, "ltrim": scalar, "nullif": scalar, "octet_length": scalar, "printf": scalar,
	"quote": scalar, "replace": scalar, "round": scalar, "rtrim": scalar, "sign": scalar, "soundex": scalar,
	"substr": scalar, "substring": scalar, "subtype": scalar, "trim": scalar, "typeof": scalar, "unhex": scalar,
	"unicode": scalar, "unistr": scalar, "unistr_quote": scalar, "unlikely": scalar, "upper": scalar, "zeroblob": scalar,
	// Not deterministic, and harmless: their length is bounded by the engine's limits.
	"random": scalar, "randomblob": scalar,

	"avg": aggregate, "count": aggregate, "group_concat": aggregate, "max": aggregate, "min": aggregate,
	"string_agg": aggregate, "sum": aggregate, "total": aggregate,

	"cume_dist": window, "dense_rank": window, "first_value": window, "lag": window, "last_value": window,
	"lead": window, "nth_value": window, "ntile": window, "percent_rank": window, "rank": window, "row_number": window,

	"current_date": date, "current_time": date, "current_timestamp": date, "date": date, "datetime": date,
	"julianday": date, "strftime": date, "time": date, "timediff": date, "unixepoch": date,

	"acos": maths, "acosh": maths, "asin": maths, "asinh": maths, "atan": maths, "atan2": maths, "atanh": maths,
	"ceil": maths, "ceiling": maths, "cos": maths, "cosh": maths, "degrees": maths, "exp": maths, "floor": maths,
	"ln": maths, "log": maths, "log10": maths, "log2": maths, "mod": maths, "pi": maths, "pow": maths, "power": maths,
	"radians": maths, "sin": maths, "sinh": maths, "sqrt": maths, "tan": maths, "tanh": maths, "trunc": maths,

	"json": jsonf, "json_array": jsonf, "json_array_insert": jsonf, "json_array_length": jsonf,
	"json_error_position": jsonf, "json_extract": jsonf, "json_group_array": jsonf, "json_group_object": jsonf,
	"json_insert": jsonf, "json_object": jsonf, "json_patch": jsonf, "json_pretty": jsonf, "json_quote": jsonf,
	"json_remove": jsonf, "json_replace": jsonf, "json_set": jsonf, "json_type": jsonf, "json_valid": jsonf,
	"jsonb": jsonf, "jsonb_array": jsonf, "jsonb_array_insert": jsonf, "jsonb_extract": jsonf,
	"jsonb_group_array": jsonf, "jsonb_group_object": jsonf, "jsonb_insert": jsonf, "jsonb_object": jsonf,
	"jsonb_patch": jsonf, "jsonb_remove": jsonf, "jsonb_replace": jsonf, "jsonb_set": jsonf,

	"bm25": search, "highlight": search, "snippet": search, "fts5_get_locale": search, "fts5_locale": search,
	"fts5_insttoken": search,

	"geopoly_area": spatial, "geopoly_bbox": spatial, "geopoly_blob": spatial, "geopoly_ccw": spatial,
	"geopoly_contains_point": spatial, "geopoly_group_bbox": spatial, "geopoly_json": spatial,
	"geopoly_overlap": spatial, "geopoly_regular": spatial, "geopoly_svg": spatial, "geopoly_within": spatial,
	"geopoly_xform": spatial, "rtreedepth": spatial,

	"like": operator, "glob": operator, "match": operator, "->": operator, "->>": operator,

	"sqlite_version": version, "sqlite_compileoption_used": version,
}

// refused are the functions of the linked SQLite that may not be called, each with its reason. The table decides
// nothing, since what is not allowed is refused: it is there so that a reviewer, and a test, see that no function was
// forgotten.
var refused = map[string]string{
	"changes":                  "tells of the connection, which callers share",
	"total_changes":            "tells of the connection, which callers share",
	"last_insert_rowid":        "tells of the connection, which callers share",
	"load_extension":           "runs native code from a file",
	"sqlite_log":               "writes to the process's error log",
	"sqlite_offset":            "tells where in the file a row lies",
	"sqlite_source_id":         "tells the exact build",
	"sqlite_compileoption_get": "tells the exact build",
	"fts5_source_id":           "tells the exact build",
	"fts5":                     "hands out a pointer to the extension's interface",
	"geopoly_debug":            "prints to the process's standard output",
	"rtreecheck":               "reads any table's shadow tables by name",
	"rtreenode":                "reads raw index pages",
}

// instead maps names that users bring from other engines to what SQLite has for them.
var instead = map[string]string{
	"year": "strftime('%Y', x)", "month": "strftime('%m', x)", "day": "strftime('%d', x)", "hour": "strftime('%H', x)",
	"minute": "strftime('%M', x)", "second": "strftime('%S', x)", "weekday": "strftime('%w', x)",
	"now": "datetime('now')", "getdate": "datetime('now')", "curdate": "date('now')", "sysdate": "datetime('now')",
	"datediff": "julianday(a) - julianday(b)", "dateadd": "date(x, '+1 day')", "date_add": "date(x, '+1 day')",
	"date_sub": "date(x, '-1 day')", "date_format": "strftime('%Y-%m-%d', x)", "date_trunc": "strftime('%Y-%m-01', x)",
	"to_char": "strftime('%Y-%m-%d', x)", "to_date": "date(x)", "str_to_date": "date(x)", "date_part": "strftime('%Y', x)",
	"from_unixtime": "datetime(x, 'unixepoch')", "unix_timestamp": "unixepoch(x)",
	"to_timestamp": "datetime(x, 'unixepoch')", "len": "length(x)", "char_length": "length(x)",
	"left": "substr(x, 1, n)", "right": "substr(x, -n)", "mid": "substr(x, a, n)", "charindex": "instr(x, y)",
	"position": "instr(x, y)", "strpos": "instr(x, y)", "locate": "instr(x, y)", "isnull": "ifnull(x, y)",
	"nvl": "ifnull(x, y)", "greatest": "max(x, y)", "least": "min(x, y)", "rand": "random()", "truncate": "trunc(x)",
	"ucase": "upper(x)", "lcase": "lower(x)", "array_agg": "json_group_array(x)", "listagg": "group_concat(x, ',')",
	"to_json": "json_quote(x)", "stdev": "sqrt(avg(x*x) - avg(x)*avg(x))",
	"stddev": "sqrt(avg(x*x) - avg(x)*avg(x))", "variance": "avg(x*x) - avg(x)*avg(x)",
}

// Allowed reports whether the function, by its folded name, may be called.
func Allowed(name string) bool {
	_, ok := allowed[name]
	return ok
}

// AllowedFunctions returns the table of the functions that may be called: class by name. The map must not be changed.
func AllowedFunctions() map[string]string { return allowed }

// RefusedFunctions returns the functions of the linked SQLite that may not be called: reason by name. The map must not
// be changed.
func RefusedFunctions() map[string]string { return refused }

// Instead returns what SQLite has for a function of another engine, "" where nothing is known.
func Instead(name string) string { return instead[name] }
