-- How many streams of one state there are: the count where there is no other filter, from the index alone.
SELECT count(*) FROM streams WHERE state = :state
