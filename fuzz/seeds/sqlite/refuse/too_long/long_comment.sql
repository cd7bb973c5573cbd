-- Makes the text long with a comment, which no parser would keep.
-- expand

SELECT 1 /* «-×102400» */
