-- Looks like read_file and is honest: has the path as data.

SELECT '/etc/passwd'
