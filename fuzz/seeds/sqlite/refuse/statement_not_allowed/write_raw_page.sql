-- Writes a raw page.

INSERT INTO sqlite_dbpage(pgno, data) VALUES (1, zeroblob(4096))
