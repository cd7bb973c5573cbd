-- Looks like fts3_tokenizer_read and is honest: reads the bytes of a text.

SELECT hex('simple')
