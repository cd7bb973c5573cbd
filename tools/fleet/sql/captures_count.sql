SELECT count(*) FROM captures
