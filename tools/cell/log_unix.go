//go:build unix

package cell

import (
	"errors"
	"syscall"
)

// openWithoutWaiting keeps the open of a FIFO from waiting for a writer (open(2)).
const openWithoutWaiting = syscall.O_NONBLOCK

// isNoFile reports the errors of opening a socket, or a device without a driver.
func isNoFile(err error) bool {
	return errors.Is(err, syscall.ENXIO) || errors.Is(err, syscall.ENODEV) || errors.Is(err, syscall.EOPNOTSUPP)
}
