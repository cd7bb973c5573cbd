-- Lifts the limit of time.

SET LOCAL statement_timeout = 0
