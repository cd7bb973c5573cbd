-- Resets what the session was made with.

RESET ALL
