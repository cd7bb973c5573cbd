// Package tools is what agents and operators call: named tools with closed schemas, data classes and one handler each.
// A [Registry] holds them and is the one place that authorises a call. The transports (tools/mcp, cmd/vitrine) only
// carry calls in and results out.
package tools
