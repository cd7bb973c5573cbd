-- Looks like notify and is honest: concatenates the words.

SELECT concat('channel', 'text')
