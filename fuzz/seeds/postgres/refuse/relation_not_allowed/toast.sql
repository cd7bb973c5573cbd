-- Reads the long values of a denied column where the server keeps them in pieces.

SELECT chunk_data FROM pg_toast.pg_toast_16422
