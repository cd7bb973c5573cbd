-- A blob literal of an even number of digits.

SELECT X'ABCd'
