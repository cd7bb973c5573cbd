-- Sends separators with nothing between them.

;; ;
;
