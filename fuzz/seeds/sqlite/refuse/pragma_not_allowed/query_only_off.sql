-- Switches the write protection of the connection off.

PRAGMA query_only=OFF
