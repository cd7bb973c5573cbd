-- Lists a folder of the server.

SELECT pg_ls_waldir()
