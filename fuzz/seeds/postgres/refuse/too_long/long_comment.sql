-- Makes the text long with a comment.
-- expand

SELECT 1 /* «-×102400» */
