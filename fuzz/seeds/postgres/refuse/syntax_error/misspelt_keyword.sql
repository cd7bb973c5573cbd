-- A typing error, which is no attack.

SELECT *
FORM orders
