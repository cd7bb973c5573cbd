-- Rebuilds a full-text index by its command row.

INSERT INTO docs(docs) VALUES ('rebuild')
