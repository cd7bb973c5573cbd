package postgres

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5/pgconn"
)

// The object identifiers of types whose values have a kind of their own, or a modifier that belongs to their name:
// src/include/catalog/pg_type.dat.
const (
	oidBool, oidBytea, oidInt8, oidInt2, oidInt4, oidOid = 16, 17, 20, 21, 23, 26
	oidJSON, oidFloat4, oidFloat8, oidJSONB              = 114, 700, 701, 3802
	oidBpchar, oidVarchar, oidNumeric                    = 1042, 1043, 1700
	oidBit, oidVarbit                                    = 1560, 1562
)

var builtinTypes = map[uint32]string{
	oidBool: "boolean", oidBytea: "bytea", 18: `"char"`, 19: "name", oidInt8: "bigint", oidInt2: "smallint", oidInt4: "integer",
	24: "regproc", 25: "text", oidOid: "oid", 27: "tid", 28: "xid", oidJSON: "json", 142: "xml", 600: "point", 601: "lseg",
	602: "path", 603: "box", 604: "polygon", 628: "line", 650: "cidr", oidFloat4: "real", oidFloat8: "double precision",
	705: "unknown", 718: "circle", 774: "macaddr8", 790: "money", 829: "macaddr", 869: "inet", 1000: "boolean[]",
	1005: "smallint[]", 1007: "integer[]", 1009: "text[]", 1015: "character varying[]", 1016: "bigint[]", 1021: "real[]",
	1022: "double precision[]", oidBpchar: "character", oidVarchar: "character varying", 1082: "date",
	1083: "time without time zone", 1114: "timestamp without time zone", 1115: "timestamp without time zone[]",
	1182: "date[]", 1184: "timestamp with time zone", 1185: "timestamp with time zone[]", 1186: "interval", 1231: "numeric[]",
	1266: "time with time zone", oidBit: "bit", oidVarbit: "bit varying", oidNumeric: "numeric", 2205: "regclass", 2206: "regtype",
	2249: "record", 2278: "void", 2950: "uuid", 2951: "uuid[]", 3614: "tsvector", 3615: "tsquery", oidJSONB: "jsonb",
	3904: "int4range", 3906: "numrange", 3908: "tsrange", 3910: "tstzrange", 3912: "daterange", 3926: "int8range",
}

// typeNames remembers the names of the types that are not in the table above. It is safe for concurrent use.
type typeNames struct {
	mu    sync.Mutex
	names map[uint32]string
}

// of returns the name of a column's type, and whether it is known.
func (t *typeNames) of(f pgconn.FieldDescription) (string, bool) {
	name, ok := builtinTypes[f.DataTypeOID]
	if !ok {
		t.mu.Lock()
		name, ok = t.names[f.DataTypeOID]
		t.mu.Unlock()
		return name, ok
	}
	if f.TypeModifier < 0 {
		return name, true
	}
	switch f.DataTypeOID {
	case oidBpchar, oidVarchar:
		name += fmt.Sprintf("(%d)", f.TypeModifier-4)
	case oidBit, oidVarbit:
		name += fmt.Sprintf("(%d)", f.TypeModifier)
	case oidNumeric:
		// The scale has 11 bits and a sign since version 15.
		packed := f.TypeModifier - 4
		scale := (packed&0x7ff ^ 1024) - 1024
		name += fmt.Sprintf("(%d,%d)", packed>>16&0xffff, scale)
	}
	return name, true
}

// learn asks the server for the names of types. One that it does not know stays without a name.
func (t *typeNames) learn(ctx context.Context, c *conn, oids []uint32) error {
	list := make([]string, len(oids))
	for i, oid := range oids {
		list[i] = strconv.FormatUint(uint64(oid), 10)
	}
	rows, err := c.rows(ctx, "SELECT o, pg_catalog.format_type(o, NULL) FROM pg_catalog.unnest($1::oid[]) o", "{"+strings.Join(list, ",")+"}")
	if err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.names == nil || len(t.names) > 10000 {
		t.names = make(map[uint32]string)
	}
	for _, row := range rows {
		if oid, err := strconv.ParseUint(row[0], 10, 32); err == nil && row[1] != "???" {
			t.names[uint32(oid)] = row[1]
		}
	}
	return nil
}
