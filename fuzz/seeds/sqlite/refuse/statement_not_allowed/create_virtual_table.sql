-- Creates a virtual table over engine internals.

CREATE VIRTUAL TABLE temp.sizes USING dbstat
