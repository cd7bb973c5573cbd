// Package cell holds the tools that look at the cell on this machine: its processes, files, logs, NATS server and its
// substrate database. They only look, but for nats_request, which asks what the configuration lists and nothing else.
package cell
