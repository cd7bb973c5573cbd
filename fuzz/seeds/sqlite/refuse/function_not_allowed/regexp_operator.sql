-- Uses the operator that calls a function which is not there.

SELECT note FROM orders WHERE note REGEXP '(a+)+$'
