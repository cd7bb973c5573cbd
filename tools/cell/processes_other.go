//go:build !linux && !darwin

package cell

import (
	"errors"
	"runtime"
)

func eachProcess(func(pid int, argv0 string)) error {
	return errors.New("the processes of " + runtime.GOOS + " cannot be listed")
}
