package sqlite

func (c *conn) register() error { return nil }
