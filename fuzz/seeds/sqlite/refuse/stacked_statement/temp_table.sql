-- Creates a temporary table.

VALUES (1); CREATE TEMP TABLE t(a)
