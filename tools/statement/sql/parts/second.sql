-- The Unix time of $1, cut to seconds, as SQLite's date functions read it; NULL where they do not.
unixepoch($1)
