package gateway

import (
	"sync"
	"time"

	"vitrine/tools"
	"vitrine/tools/config"
)

// Reloader holds the gateway in force and puts another in its place when the configuration is read again. It is safe
// for concurrent use.
type Reloader struct {
	flags   config.Flags
	options Options

	mu      sync.Mutex
	current *Gateway
}

// NewReloader opens the gateway that the flags ask for.
func NewReloader(flags config.Flags, o Options) (*Reloader, error) {
	g, err := load(flags, o)
	if err != nil {
		return nil, err
	}
	return &Reloader{flags: flags, options: o, current: g}, nil
}

func load(flags config.Flags, o Options) (*Gateway, error) {
	c, err := config.Resolve(flags)
	if err != nil {
		return nil, err
	}
	return Open(c, o)
}

// Gateway returns the gateway in force.
func (r *Reloader) Gateway() *Gateway {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.current
}

// Registry returns the tools in force.
func (r *Reloader) Registry() *tools.Registry { return r.Gateway().Registry() }

// retireAfter is how long the sources of a gateway stay open once another has taken its place: longer than a call that
// had just begun may take.
const retireAfter = time.Minute

// Reload reads the configuration again. Where it is wrong, the gateway in force stays and the error says what is wrong;
// otherwise calls that already run are finished on the old one.
func (r *Reloader) Reload() error {
	fresh, err := load(r.flags, r.options)
	if err != nil {
		return err
	}
	r.mu.Lock()
	old := r.current
	r.current = fresh
	r.mu.Unlock()
	time.AfterFunc(retireAfter, func() { old.Close() })
	return nil
}

// Close closes the gateway in force.
func (r *Reloader) Close() error { return r.Gateway().Close() }
