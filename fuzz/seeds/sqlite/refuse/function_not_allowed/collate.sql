-- Puts a collation behind the call.

SELECT load_extension('evil') COLLATE nocase
