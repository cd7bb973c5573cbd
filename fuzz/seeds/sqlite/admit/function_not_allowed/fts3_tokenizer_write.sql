-- Looks like fts3_tokenizer_write and is honest: a blob as an argument.

SELECT length(x'4141414141414141')
