package encode

import (
	"strconv"
	"strings"

	"vitrine/query"
)

// writeJSONLines writes an object a row.
func writeJSONLines(out *sink, rows Rows) error {
	keys := objectKeys(rows.Columns())
	for rows.Next() {
		row := rows.Values()
		buf := out.buf
		for i := range row {
			buf = append(buf, keys[i]...)
			buf = AppendJSON(buf, &row[i])
		}
		out.buf = append(buf, "}\n"...)
		if err := out.rowDone(rows.Count()); err != nil {
			return err
		}
	}
	return rows.Err()
}

// objectKeys returns what stands in front of each value of a row: the brace or comma, the key and the colon.
func objectKeys(columns []query.Column) [][]byte {
	keys := make([][]byte, len(columns))
	for i, name := range Keys(columns) {
		key := []byte{','}
		if i == 0 {
			key[0] = '{'
		}
		keys[i] = append(appendName(key, name), ':')
	}
	return keys
}

// Keys names the columns so that each name is there once, as an object needs it. The first column of a name keeps it.
// Each further one gets the first of name_2, name_3, … that no column has. A column without a name is column_N, N
// counting from 1.
func Keys(columns []query.Column) []string {
	keys := make([]string, len(columns))
	taken := make(map[string]bool, len(columns))
	for i, c := range columns {
		keys[i] = strings.ToValidUTF8(c.Name, "\ufffd")
		taken[keys[i]] = true
	}
	given := make(map[string]bool, len(columns))
	for i, name := range keys {
		if name == "" {
			name = "column_" + strconv.Itoa(i+1)
			if !taken[name] {
				taken[name], given[name] = true, true
				keys[i] = name
				continue
			}
		} else if !given[name] {
			given[name] = true
			continue
		}
		for n := 2; ; n++ {
			if key := name + "_" + strconv.Itoa(n); !taken[key] {
				taken[key], given[key] = true, true
				keys[i] = key
				break
			}
		}
	}
	return keys
}
