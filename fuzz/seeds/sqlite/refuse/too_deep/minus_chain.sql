-- Writes thousands of signs, with spaces so that they are no comment.
-- expand

SELECT «- ×4000»1
