-- Reads a pointer.

SELECT hex(fts3_tokenizer('simple'))
