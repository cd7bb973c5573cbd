//go:build !unix

package main

import "os"

// access asks whether this process may write a path, as far as its mode tells.
func access(path string) error {
	info, err := os.Stat(path)
	if err == nil && info.Mode().Perm()&0o200 == 0 {
		return os.ErrPermission
	}
	return err
}
