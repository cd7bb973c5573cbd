-- Looks like raw_page and is honest: reads the bytes of a text.

SELECT convert_to('secrets', 'UTF8')
