-- Sets what outlives the transaction.

SELECT set_config('role', 'postgres', false)
