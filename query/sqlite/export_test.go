package sqlite

// LogState lets tests look at a write-ahead log as the source does.
var LogState = logState
