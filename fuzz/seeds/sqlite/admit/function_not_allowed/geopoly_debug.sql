-- Looks like geopoly_debug and is honest: computes with a polygon.

SELECT geopoly_area('[[0,0],[1,0],[1,1],[0,0]]')
