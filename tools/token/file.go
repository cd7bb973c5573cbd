package token

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"golang.org/x/sys/unix"

	"vitrine/tools/strictjson"
)

// content is the file as it is stored.
type content struct {
	Version int     `json:"version"`
	Tokens  []Token `json:"tokens"`
}

const version = 1

// List returns the tokens of the file, by name.
func List(path string) ([]Token, error) {
	tokens, _, err := read(path)
	slices.SortFunc(tokens, func(a, b Token) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	})
	return tokens, err
}

// read reads the file. Others than its owner must not be able to read or change it.
func read(path string) ([]Token, fs.FileInfo, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	if !info.Mode().IsRegular() || info.Mode().Perm()&0o077 != 0 {
		return nil, info, fmt.Errorf("%s: must be a file that only its owner can read (mode 0600), not %v", path, info.Mode())
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, info, err
	}
	var c content
	if err := strictjson.Check(raw); err != nil {
		return nil, info, fmt.Errorf("%s: %w", path, err)
	}
	if err := json.Unmarshal(raw, &c); err != nil {
		return nil, info, fmt.Errorf("%s: %w", path, err)
	}
	if c.Version != version {
		return nil, info, fmt.Errorf("%s: version %d: this program reads version %d", path, c.Version, version)
	}
	for _, t := range c.Tokens {
		if err := t.check(); err != nil {
			return nil, info, fmt.Errorf("%s: %w", path, err)
		}
	}
	return c.Tokens, info, nil
}

// change rewrites the file under a lock: whoever reads it sees the old content or the new, never a part.
func change(path string, edit func([]Token) ([]Token, error)) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	lock, err := os.OpenFile(path+".lock", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	defer lock.Close() // which unlocks
	if err := flock(lock); err != nil {
		return fmt.Errorf("lock %s: %w", lock.Name(), err)
	}
	tokens, _, err := read(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if tokens, err = edit(tokens); err != nil {
		return err
	}
	encoded, err := json.MarshalIndent(content{Version: version, Tokens: tokens}, "", "  ")
	if err != nil {
		return err
	}
	return replace(path, append(encoded, '\n'))
}

// flock waits for the lock; a signal in between does not count.
func flock(f *os.File) error {
	for {
		err := unix.Flock(int(f.Fd()), unix.LOCK_EX)
		if err != unix.EINTR {
			return err
		}
	}
}

func replace(path string, data []byte) error {
	temporary, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.new") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(temporary.Name()) // of no effect once it is renamed
	_, err = temporary.Write(data)
	if err == nil {
		err = temporary.Sync()
	}
	if closeErr := temporary.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(temporary.Name(), path)
	}
	if err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
}

func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	defer folder.Close()
	return folder.Sync()
}

// stamp tells one state of the file from another.
type stamp struct {
	info fs.FileInfo
}

func (s stamp) same(info fs.FileInfo) bool {
	return s.info != nil && os.SameFile(s.info, info) && s.info.Size() == info.Size() && s.info.ModTime().Equal(info.ModTime()) &&
		// A change within the clock's grain of the last one would not show in the times.
		time.Since(info.ModTime()) > 20*time.Millisecond
}
