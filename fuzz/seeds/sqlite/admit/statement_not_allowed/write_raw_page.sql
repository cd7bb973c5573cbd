-- Looks like write_raw_page and is honest: tells the length of such a page.

SELECT length(zeroblob(4096))
