-- Computes with a polygon.

SELECT geopoly_area('[[0,0],[1,0],[1,1],[0,0]]')
