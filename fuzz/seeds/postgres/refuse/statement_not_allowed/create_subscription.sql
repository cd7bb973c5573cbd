-- Connects to another server.

CREATE SUBSCRIPTION s CONNECTION 'host=evil' PUBLICATION p
