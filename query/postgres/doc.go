// Package postgres reads PostgreSQL databases: a [query.Source] that opens a server read-only, refuses roles that could
// write, and runs what package guard has admitted in READ ONLY transactions over the extended protocol.
//
// The layers that keep it read-only, each on its own: the guard admits a SELECT of functions that compute; the
// transaction is READ ONLY; the role must not own or be allowed to write anything ([Open] looks and tries); names that
// something outside pg_catalog could take over are withdrawn; and every session is reset before the next caller.
package postgres
