SELECT seat, verdict, as_of FROM credential_verdicts ORDER BY seat
