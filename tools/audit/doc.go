// Package audit writes down every call, admitted or refused, before its answer leaves: one JSON line a call, appended
// with one write. Each line carries the hash of the one before and its own, an HMAC-SHA256 with a key that lies in a
// file of its own, so that a changed, removed or reordered line shows, and, by the head kept elsewhere, a cut tail too.
//
// [Open] gives the [Log] that a registry records to; several processes may write one file. [Verify] reads a file
// against its key. Whoever holds the key can forge the log: keep it, and the head, where the log's writer's enemies
// are not.
package audit
