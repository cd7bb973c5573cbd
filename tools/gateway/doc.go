// Package gateway makes, of a configuration, the registry of tools that a process serves, with the sources and runners
// behind it.
//
//	c, err := config.Resolve(flags)
//	g, err := gateway.Open(c, gateway.Options{Audit: audit})
//	defer g.Close()
//	result, err := g.Registry().Call(ctx, caller, tool, arguments, nil)
//
// A database that cannot be opened does not stop the others: its tools say why, and it is tried again.
package gateway
