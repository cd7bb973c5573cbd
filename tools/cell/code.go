package cell

// The codes of this package, beside those of tools, query and guard. They are stable and never renamed.
const (
	CodeUnknownLog        = "unknown_log"         // no log of that name
	CodeNotALog           = "not_a_log"           // the name leads to no regular file, or out of the folder
	CodeSubjectNotAllowed = "subject_not_allowed" // the configuration does not list the subject
	CodeNoResponders      = "no_responders"       // nobody listens on the subject
	CodeNATSClosed        = "nats_closed"         // no connection to the server
	CodeNATSTimeout       = "nats_timeout"        // no reply in time
	CodeNATSError         = "nats_error"          // the server refused
)
