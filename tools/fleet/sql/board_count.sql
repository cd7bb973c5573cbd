SELECT (SELECT count(*) FROM stream_events) AS events, (SELECT count(*) FROM gates) AS gates, (SELECT count(*) FROM streams) AS streams
