-- Looks like set_config and is honest: a text of that form.

SELECT format('%s=%s', 'role', 'postgres')
