-- Reads a raw page.

SELECT get_raw_page('secrets', 0)
