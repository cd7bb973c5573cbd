package audit

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// keyBytes is how long a key is.
const keyBytes = 32

// LoadKey reads a key, which others than its owner must not be able to read.
func LoadKey(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("%s: the key must be a file that only its owner can read (mode 0600), not %v", path, info.Mode())
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	key, err := hex.DecodeString(strings.TrimSpace(string(raw)))
	if err != nil || len(key) != keyBytes {
		return nil, fmt.Errorf("%s: a key is %d hex digits", path, 2*keyBytes)
	}
	return key, nil
}

// loadKey reads the key, or makes one where neither it nor the log is there yet.
func (l *Log) loadKey() ([]byte, error) {
	key, err := LoadKey(l.o.Key)
	if !errors.Is(err, fs.ErrNotExist) {
		return key, err
	}
	rotated, rotatedErr := Rotated(l.o.Path)
	if info, statErr := os.Stat(l.o.Path); statErr == nil && info.Size() > 0 || len(rotated) > 0 {
		return nil, fmt.Errorf("%s has lines, but its key %s is not there", l.o.Path, l.o.Key)
	}
	if rotatedErr != nil {
		return nil, rotatedErr
	}
	key = make([]byte, keyBytes)
	rand.Read(key) // never fails (crypto/rand)
	if err := os.MkdirAll(filepath.Dir(l.o.Key), 0o700); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(l.o.Key, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	_, err = f.WriteString(hex.EncodeToString(key) + "\n")
	return key, errors.Join(err, f.Sync(), f.Close())
}
