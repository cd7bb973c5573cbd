package fleet

import (
	"sync"

	"vitrine/query"
)

// dated remembers in which contents of the record every time of a table can be read. The count of undated rows looks at
// every row of a table, which is the most of what a short window costs; where nothing has changed since a connection
// last counted none, it need not count again. Only the engine's word that nothing has changed is taken for that.
type dated struct {
	mu    sync.Mutex
	known map[datedTable]query.Version // in which the table was counted
}

type datedTable struct {
	table      string
	connection int64
}

// maxDated bounds what is remembered; connections come and go.
const maxDated = 256

// undated returns what the parameter undated of a statement may say of a table: 0 where it is known, nil where it must
// be counted. behind takes what the statement counted.
func (d *dated) undated(s *snapshot, table string) (known any, behind func(undated int64), err error) {
	version, err := s.Version()
	if err != nil || version == (query.Version{}) {
		return nil, func(int64) {}, err
	}
	key := datedTable{table, version.Connection}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.known[key] == version {
		known = int64(0)
	}
	return known, func(undated int64) {
		if undated != 0 {
			return
		}
		d.mu.Lock()
		defer d.mu.Unlock()
		if d.known == nil || len(d.known) >= maxDated {
			d.known = map[datedTable]query.Version{}
		}
		d.known[key] = version
	}, nil
}
