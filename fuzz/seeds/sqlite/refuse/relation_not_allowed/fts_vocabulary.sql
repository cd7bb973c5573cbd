-- Reads the words of a denied text from the vocabulary of its index.
-- policy: deny_columns docs.body
-- fence: engine

SELECT term FROM docs_words
