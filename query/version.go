package query

// Version says which content a transaction sees. Two transactions with the same Version, not the zero one, see the same;
// with another Version they may. What was found out about the content once so need not be found out again.
type Version struct {
	Connection int64 // contents are comparable within one connection only
	Content    int64
	Bytes      int64 // of the file
	Modified   int64 // when the file was, in nanoseconds
}

// Versioned is a Tx that can tell the version of what it sees.
type Versioned interface {
	// Version returns the zero Version where the engine cannot tell.
	Version() (Version, error)
}

// Version returns the version of what the snapshot sees, the zero one where the source cannot tell.
func (s *Snapshot) Version() (Version, error) {
	if v, ok := s.tx.(Versioned); ok {
		return v.Version()
	}
	return Version{}, nil
}
