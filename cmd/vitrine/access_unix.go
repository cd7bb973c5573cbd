//go:build unix

package main

import "golang.org/x/sys/unix"

// access asks whether this process may write a path.
func access(path string) error { return unix.Access(path, unix.W_OK) }
