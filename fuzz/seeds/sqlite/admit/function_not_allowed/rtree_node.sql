-- Looks like rtree_node and is honest: reads its depth.

SELECT rtreedepth(x'0000000000')
