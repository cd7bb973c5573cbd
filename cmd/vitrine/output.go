package main

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// output is where a result goes: stdout, or a file that appears under its name only when the result is whole.
type output struct {
	io.Writer
	file    *os.File
	target  string   // the name that file gets, "" where it is written in place
	held    *os.File // holds what is for Writer back until release, nil where nothing is held back
	written int64
}

// Write writes, or holds back.
func (o *output) Write(p []byte) (int, error) {
	w := o.Writer
	if o.held != nil {
		w = o.held
	}
	n, err := w.Write(p)
	o.written += int64(n)
	return n, err
}

// hold holds back, in a file without a name, what would leave at once. A file that appears when it is whole needs none.
func (o *output) hold() error {
	if o.target != "" {
		return nil
	}
	file, err := os.CreateTemp("", "vitrine-*")
	if err != nil {
		return failf("set TMPDIR to a folder that you may write to", "cannot hold the result back until it is recorded: %v", err)
	}
	o.held = file
	if err := os.Remove(file.Name()); err != nil {
		return failf("", "cannot hold the result back until it is recorded: %v", err)
	}
	return nil
}

// release lets what was held back leave.
func (o *output) release() error {
	if o.held == nil {
		return nil
	}
	if _, err := o.held.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err := io.Copy(o.Writer, o.held)
	return errors.Join(err, o.dropHeld())
}

func (o *output) dropHeld() error {
	if o.held == nil {
		return nil
	}
	err := o.held.Close()
	o.held = nil
	return err
}

// openOutput opens the file of --out, or stdout where path is empty. A database is never replaced: neither the one that
// is read, with the files beside it, nor any other file that SQLite wrote.
func (a *app) openOutput(path, db string) (*output, error) {
	if path == "" {
		return &output{Writer: a.stdout}, nil
	}
	const hint = "give --out another name"
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, usagef(hint, "cannot write --out: %v", err)
	case info.IsDir():
		return nil, usagef(hint, "--out %s is a folder", path)
	case !info.Mode().IsRegular(): // a pipe or a device
		file, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return nil, usagef(hint, "cannot write --out: %v", err)
		}
		return &output{Writer: file, file: file}, nil
	case isDatabase(path, info, db):
		return nil, usagef(hint, "--out %s is a database, which is never replaced", path)
	}
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		path = resolved
	}
	file, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return nil, usagef(hint, "cannot write --out: %v", err)
	}
	mode := fs.FileMode(0o600)
	if info != nil {
		mode = info.Mode().Perm()
	}
	if err := file.Chmod(mode); err != nil {
		file.Close()
		os.Remove(file.Name())
		return nil, usagef(hint, "cannot write --out: %v", err)
	}
	return &output{Writer: file, file: file, target: path}, nil
}

// isDatabase reports whether a file is the database db, one of the files beside it, or begins as SQLite's files do
// (sqlite.org/fileformat2.html section 1.3).
func isDatabase(path string, info fs.FileInfo, db string) bool {
	for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
		if other, err := os.Stat(db + suffix); err == nil && os.SameFile(info, other) {
			return true
		}
	}
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	header := make([]byte, 16)
	n, _ := io.ReadFull(file, header)
	return bytes.Equal(header[:n], []byte("SQLite format 3\x00"))
}

// commit gives the file its name.
func (o *output) commit() error {
	if o.file == nil {
		return nil
	}
	if err := o.file.Close(); err != nil {
		return failf("", "cannot write --out: %v", err)
	}
	file := o.file
	o.file = nil
	if o.target == "" {
		return nil
	}
	if err := os.Rename(file.Name(), o.target); err != nil {
		os.Remove(file.Name())
		return failf("", "cannot write --out: %v", err)
	}
	return nil
}

// discard takes back what was not committed.
func (o *output) discard() {
	_ = o.dropHeld()
	if o.file == nil {
		return
	}
	o.file.Close()
	if o.target != "" {
		os.Remove(o.file.Name())
	}
	o.file = nil
}
