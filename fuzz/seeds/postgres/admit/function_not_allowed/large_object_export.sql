-- Looks like large_object_export and is honest: has the words as data.

SELECT 1, '/tmp/out'
