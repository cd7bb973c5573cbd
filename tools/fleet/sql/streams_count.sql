-- How many streams of one state match the filters.
SELECT count(*) FROM streams WHERE $chosen()
