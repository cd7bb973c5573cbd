//go:build !unix

package cell

const openWithoutWaiting = 0

func isNoFile(error) bool { return false }
