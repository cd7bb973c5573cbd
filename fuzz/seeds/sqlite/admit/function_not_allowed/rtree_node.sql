-- Reads its depth.

SELECT rtreedepth(x'0000000000')
