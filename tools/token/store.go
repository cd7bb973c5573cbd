package token

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"sync"
	"time"

	"vitrine/tools"
)

// Store authenticates callers by the tokens of a file, and reads the file again whenever it changed. It is safe for
// concurrent use.
type Store struct {
	path  string
	fence bool
	log   *slog.Logger
	now   func() time.Time

	mu     sync.Mutex
	stamp  stamp
	tokens []hashed
	told   string // the error last logged, so that it is logged once
}

type hashed struct {
	Token
	hash [sha256.Size]byte
}

// Open opens the tokens of a file. With fence, row content stands between markers where a call does not say otherwise.
func Open(path string, fence bool, log *slog.Logger) (*Store, error) {
	s := &Store{path: path, fence: fence, log: log, now: time.Now}
	tokens, info, err := read(path)
	if err != nil {
		return nil, err
	}
	s.set(tokens, info)
	return s, nil
}

func (s *Store) set(tokens []Token, info fs.FileInfo) {
	s.stamp, s.told = stamp{info}, ""
	s.tokens = make([]hashed, len(tokens))
	for i, t := range tokens {
		s.tokens[i].Token = t
		hex.Decode(s.tokens[i].hash[:], []byte(t.SHA256)) // checked when it was read
	}
}

// refresh reads the file again where it changed. A file that cannot be read leaves the tokens as they were; one that is
// gone leaves none.
func (s *Store) refresh() {
	info, err := os.Stat(s.path)
	if err == nil && s.stamp.same(info) {
		return
	}
	var tokens []Token
	if err == nil {
		tokens, info, err = read(s.path)
	}
	switch {
	case err == nil:
		s.set(tokens, info)
	case errors.Is(err, fs.ErrNotExist):
		s.tokens, s.stamp = nil, stamp{}
		s.tell(err)
	default:
		s.tell(err)
	}
}

func (s *Store) tell(err error) {
	if s.told != err.Error() {
		s.told = err.Error()
		s.log.Error("the tokens file cannot be read", "error", err)
	}
}

// Authenticate returns the caller of a secret. Every hash is compared, each in constant time, so that the time taken
// tells nothing of what was close.
func (s *Store) Authenticate(secret string) (tools.Caller, bool) {
	sum := sha256.Sum256([]byte(secret))
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refresh()
	found := -1
	for i := range s.tokens {
		equal := subtle.ConstantTimeCompare(sum[:], s.tokens[i].hash[:])
		found = subtle.ConstantTimeSelect(equal, i, found)
	}
	if found < 0 || s.tokens[found].Expired(s.now()) {
		return tools.Caller{}, false
	}
	t := s.tokens[found]
	return tools.Caller{Name: t.Name, Classes: t.Classes, Sources: t.Sources, Tools: t.Tools, Redact: true, Fence: s.fence}, true
}
