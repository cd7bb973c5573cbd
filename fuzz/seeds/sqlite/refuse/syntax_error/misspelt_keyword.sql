-- A typing error in a keyword, which is no attack.

SELECT *
FORM orders
