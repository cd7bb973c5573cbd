-- Lifts the limit of memory.

PRAGMA soft_heap_limit=0
