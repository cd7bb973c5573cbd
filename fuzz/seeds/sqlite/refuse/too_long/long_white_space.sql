-- Makes the text long with white space before the statement.
-- expand

« ×102400»SELECT 1
