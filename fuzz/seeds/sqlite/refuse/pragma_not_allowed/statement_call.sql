-- Sets a pragma in the form of a call.

PRAGMA user_version(7)
