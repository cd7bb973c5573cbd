-- Sends separators alone.

;;
;
