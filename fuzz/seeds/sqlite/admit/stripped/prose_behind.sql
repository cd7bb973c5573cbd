-- Words behind the statement that begin none are left out, with a notice.
-- notice: text_stripped

SELECT 1;
This query returns one.
