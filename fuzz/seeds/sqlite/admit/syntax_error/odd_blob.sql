-- Looks like odd_blob and is honest: a blob literal of an even number of digits.

SELECT X'ABCd'
