-- Dates, intervals and zones.

SELECT date_trunc('month', now()) - interval '1 month', now() AT TIME ZONE 'Europe/Zurich', extract(dow FROM current_date)
