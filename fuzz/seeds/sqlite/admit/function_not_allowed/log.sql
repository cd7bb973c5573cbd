-- A logarithm.

SELECT log(10)
