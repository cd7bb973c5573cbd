-- A block comment at the end.
-- expand

SELECT note FROM orders /* all of them */
