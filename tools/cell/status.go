package cell

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"sync"
	"time"

	"vitrine/guard"
	"vitrine/query"
	"vitrine/tools"
)

// maxStateFile bounds cell_identity.json and tau_sync_state.json, which are returned whole.
const maxStateFile = 256 << 10

// unreadable stands in the place of a part of cell_status that cannot be read.
type unreadable struct {
	Error string `json:"error"`
}

type statusOut struct {
	Processes       any       `json:"processes" jsonschema:"list of {name, pids}; pids is empty where none runs"`
	CellIdentity    any       `json:"cell_identity" jsonschema:"the whole cell_identity.json"`
	TauSyncState    any       `json:"tau_sync_state" jsonschema:"the whole tau_sync_state.json"`
	NATS            NATSState `json:"nats"`
	Substrate       any       `json:"substrate" jsonschema:"{path, bytes, wal_bytes, modified_at}"`
	LastDirectiveAt any       `json:"last_directive_at" jsonschema:"when the newest directive was received; null where there is none"`
}

type substrateFile struct {
	Path       string `json:"path"`
	Bytes      int64  `json:"bytes"`
	WALBytes   int64  `json:"wal_bytes"`
	ModifiedAt string `json:"modified_at"`
}

// status looks at every part on its own, the slow ones side by side. A part that fails leaves the others alone.
func (c *cell) status(ctx context.Context, call tools.Call, _ struct{}) (statusOut, error) {
	var out statusOut
	var parts sync.WaitGroup
	parts.Go(func() { out.NATS = ping(ctx, c.NATS.Address) })
	parts.Go(func() { out.LastDirectiveAt = orUnreadable(c.lastDirectiveAt(ctx, call.Caller)) })
	out.Processes = orUnreadable(findProcesses(c.Processes))
	out.CellIdentity = orUnreadable(readState(c.CellIdentity))
	out.TauSyncState = orUnreadable(readState(c.TauSyncState))
	out.Substrate = orUnreadable(statSubstrate(c.SubstratePath))
	parts.Wait()
	return out, nil
}

func orUnreadable[T any](part T, err error) any {
	if err == nil {
		return part
	}
	return unreadable{Error: partReason(err)}
}

// partReason tells of our own errors as they are, and of the system's without paths.
func partReason(err error) string {
	var ours *tools.Error
	var refused *guard.Refusal
	var failed *query.Error
	switch {
	case errors.As(err, &ours):
		return ours.Error()
	case errors.As(err, &refused):
		return refused.Error()
	case errors.As(err, &failed):
		return failed.Error()
	}
	return reason(err)
}

// readState reads a JSON file whole, its numbers untouched.
func readState(path string) (json.RawMessage, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|openWithoutWaiting, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, &tools.Error{Code: tools.CodeUnavailable, Message: "it is no regular file"}
	}
	text, err := io.ReadAll(io.LimitReader(f, maxStateFile+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxStateFile {
		return nil, &tools.Error{Code: tools.CodeUnavailable, Message: "it is larger than 256 KiB"}
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, bytes.TrimPrefix(text, []byte("\ufeff"))); err != nil {
		return nil, &tools.Error{Code: tools.CodeUnavailable, Message: "it is not valid JSON"}
	}
	return bytes.ToValidUTF8(compact.Bytes(), []byte("\ufffd")), nil
}

// statSubstrate looks at the database file and its write-ahead log, without opening either.
func statSubstrate(path string) (substrateFile, error) {
	if path == "" {
		return substrateFile{}, &tools.Error{Code: tools.CodeUnavailable, Message: "the substrate is in PostgreSQL, so that there is no file to look at"}
	}
	info, err := os.Stat(path)
	if err != nil {
		return substrateFile{}, err
	}
	out := substrateFile{Path: path, Bytes: info.Size()}
	modified := info.ModTime()
	if wal, err := os.Stat(path + "-wal"); err == nil {
		out.WALBytes = wal.Size()
		if wal.Size() > 0 && wal.ModTime().After(modified) { // a commit in WAL mode writes there first; a reader may leave an empty one
			modified = wal.ModTime()
		}
	}
	out.ModifiedAt = modified.UTC().Format(timeFormat)
	return out, nil
}

// timeFormat is how the cell writes times: RFC 3339 in UTC with milliseconds.
const timeFormat = "2006-01-02T15:04:05.000Z07:00"

func formatMillis(ms int64) string { return time.UnixMilli(ms).UTC().Format(timeFormat) }
