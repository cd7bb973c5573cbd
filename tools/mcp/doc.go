// Package mcp serves the tools of a registry over the Model Context Protocol: the legacy revisions 2024-11-05 to
// 2025-11-25, which begin with initialize, and the stateless 2026-07-28, on stdio and on HTTP.
//
// [Server] holds one dispatcher that knows no transport. rpc.go reads and writes JSON-RPC 2.0, legacy.go and modern.go
// hold what differs between the two eras, call.go what they share; stdio.go and http.go carry bytes. No SDK stands
// between the wire and the handlers; the tests drive real clients against it.
package mcp
