-- Makes the schema writable, with a schema before the name.

PRAGMA main.writable_schema = 1
