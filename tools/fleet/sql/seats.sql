SELECT seat, provider FROM seats ORDER BY seat
