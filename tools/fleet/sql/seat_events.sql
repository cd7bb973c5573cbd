SELECT seat, kind, at FROM seat_events ORDER BY id
