-- Looks like unclosed_comment and is honest: closes it as often as it opens.

SELECT 1 /* a /* b */ */
