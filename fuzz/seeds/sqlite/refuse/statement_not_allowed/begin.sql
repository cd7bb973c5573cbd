-- Opens a transaction, to hold a lock.

BEGIN IMMEDIATE
