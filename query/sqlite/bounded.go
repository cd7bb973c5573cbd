package sqlite

import (
	"fmt"
	"strings"
	"sync"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// Some functions of the engine take time that grows with the product of their arguments, and are too much to write
// again: json_patch of two objects of 4 MB runs for minutes. These are called through a function that first asks
// whether the arguments are within what ends soon, and whether the connection was cancelled. Nothing else is changed.
var bounded = []struct {
	name      string
	arguments int32
	probe     string // a statement that calls it, of which the engine's own definition is taken
	call      func(*libc.TLS, uintptr, int32, uintptr)
}{
	{"json_patch", 2, "SELECT json_patch(?1, ?2)", jsonPatch},
	{"jsonb_patch", 2, "SELECT jsonb_patch(?1, ?2)", jsonPatch},
	{"json_extract", -1, "SELECT json_extract(?1, ?2)", jsonPaths},
	{"jsonb_extract", -1, "SELECT jsonb_extract(?1, ?2)", jsonPaths},
	{"json_remove", -1, "SELECT json_remove(?1, ?2)", jsonPaths},
	{"jsonb_remove", -1, "SELECT jsonb_remove(?1, ?2)", jsonPaths},
	{"json_set", -1, "SELECT json_set(?1, ?2, ?3)", jsonPaths},
	{"jsonb_set", -1, "SELECT jsonb_set(?1, ?2, ?3)", jsonPaths},
	{"json_insert", -1, "SELECT json_insert(?1, ?2, ?3)", jsonPaths},
	{"jsonb_insert", -1, "SELECT jsonb_insert(?1, ?2, ?3)", jsonPaths},
	{"json_replace", -1, "SELECT json_replace(?1, ?2, ?3)", jsonPaths},
	{"jsonb_replace", -1, "SELECT jsonb_replace(?1, ?2, ?3)", jsonPaths},
	{"json_array_insert", -1, "SELECT json_array_insert(?1, ?2, ?3)", jsonPaths},
	{"jsonb_array_insert", -1, "SELECT jsonb_array_insert(?1, ?2, ?3)", jsonPaths},
	{"geopoly_overlap", 2, "SELECT geopoly_overlap(?1, ?2)", geopoly},
	{"geopoly_within", 2, "SELECT geopoly_within(?1, ?2)", geopoly},
	{"strftime", -1, "SELECT strftime(?1)", strftime},
}

// What is within the bounds, in bytes.
const (
	mostPatch    = 1 << 30   // the product of the lengths of the two documents
	mostPaths    = 64 << 20  // the length of the document times the number of paths
	mostPolygons = 256 << 10 // the lengths of two polygons together
	mostFormat   = 256 << 10 // the length of a format of dates: each conversion in it is printed by itself
)

// engineFunction is the engine's definition of a function.
type engineFunction struct{ code, data uintptr }

// engineFunctions are the definitions of the bounded functions, by name. The engine's code does not move, so that they
// are looked for once.
var engineFunctions struct {
	sync.Mutex
	found map[string]engineFunction
}

// bound puts the bounded functions of the connection in place.
func (c *conn) bound() error {
	engineFunctions.Lock()
	defer engineFunctions.Unlock()
	if engineFunctions.found == nil {
		found := make(map[string]engineFunction, len(bounded))
		for _, f := range bounded {
			own, err := c.definition(f.probe)
			if err != nil {
				return err
			}
			found[f.name] = own
		}
		engineFunctions.found = found
	}
	for _, f := range bounded {
		flags := int32(sqlite3.SQLITE_UTF8 | sqlite3.SQLITE_DETERMINISTIC | sqlite3.SQLITE_INNOCUOUS)
		if strings.HasPrefix(f.name, "json") {
			flags |= sqlite3.SQLITE_SUBTYPE | sqlite3.SQLITE_RESULT_SUBTYPE
		}
		name := cBytes(c.tls, f.name)
		rc := sqlite3.Xsqlite3_create_function_v2(c.tls, c.db, name, f.arguments, flags, engineFunctions.found[f.name].data, function(f.call), 0, 0, 0)
		libc.Xfree(c.tls, name)
		if rc != sqlite3.SQLITE_OK {
			return c.failure(rc)
		}
	}
	c.engine = engineFunctions.found
	return nil
}

// definition returns what the engine calls for the one function in a statement.
func (c *conn) definition(probe string) (engineFunction, error) {
	s, err := c.prepare(probe)
	if err != nil {
		return engineFunction{}, err
	}
	defer s.finalize()
	for _, op := range s.program() {
		if op.Fp4type != sqlite3.P4_FUNCCTX {
			continue
		}
		context := *(*uintptr)(unsafe.Pointer(&op.Fp4))
		f := (*sqlite3.TFuncDef)(pointer((*sqlite3.Tsqlite3_context)(pointer(context)).FpFunc))
		return engineFunction{f.FxSFunc, f.FpUserData}, nil
	}
	return engineFunction{}, internal("the engine does not call what it was asked to")
}

// program returns the instructions that a statement was compiled to: https://sqlite.org/opcode.html.
func (s *statement) program() []sqlite3.TVdbeOp {
	vm := (*sqlite3.TVdbe)(pointer(s.handle))
	return unsafe.Slice((*sqlite3.TVdbeOp)(pointer(vm.FaOp)), vm.FnOp)
}

// forward calls the engine's own function.
func (i *invocation) forward(argc int32) {
	context := (*sqlite3.Tsqlite3_context)(pointer(i.context))
	name := text((*sqlite3.TFuncDef)(pointer(context.FpFunc)).FzName)
	call[func(*libc.TLS, uintptr, int32, uintptr)](i.conn.engine[name].code)(i.tls, i.context, argc, i.argv)
}

// length returns the length of the n-th argument in bytes.
func (i *invocation) length(n int) int64 {
	return int64(sqlite3.Xsqlite3_value_bytes(i.tls, i.argument(n)))
}

// allowed reports whether work is within its bound and the connection goes on, and else ends the statement.
func (i *invocation) allowed(work, most int64, what string) bool {
	if work > most {
		i.returnError(fmt.Sprintf("%s: the arguments are too long for one call, which could not be stopped", what))
		return false
	}
	return !i.stopped(patience)
}

func jsonPatch(tls *libc.TLS, context uintptr, argc int32, argv uintptr) {
	i := invoked(tls, context, argv)
	if i.allowed(i.length(0)*i.length(1), mostPatch, "json_patch") {
		i.forward(argc)
	}
}

func jsonPaths(tls *libc.TLS, context uintptr, argc int32, argv uintptr) {
	i := invoked(tls, context, argv)
	if argc == 0 || i.allowed(i.length(0)*int64(argc-1), mostPaths, "json path") {
		i.forward(argc)
	}
}

func geopoly(tls *libc.TLS, context uintptr, argc int32, argv uintptr) {
	i := invoked(tls, context, argv)
	if i.allowed(i.length(0)+i.length(1), mostPolygons, "geopoly") {
		i.forward(argc)
	}
}

func strftime(tls *libc.TLS, context uintptr, argc int32, argv uintptr) {
	i := invoked(tls, context, argv)
	if argc == 0 || i.allowed(i.length(0), mostFormat, "strftime") {
		i.forward(argc)
	}
}
