-- Sets a pointer.

SELECT fts3_tokenizer('mine', x'4141414141414141')
