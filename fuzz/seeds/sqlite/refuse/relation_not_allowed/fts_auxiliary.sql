-- Reads a denied text through an auxiliary function of its index.
-- policy: deny_columns docs.body
-- fence: engine

SELECT highlight(docs, 0, '', '') FROM docs
