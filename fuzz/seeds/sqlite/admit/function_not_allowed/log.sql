-- Looks like log and is honest: a logarithm.

SELECT log(10)
