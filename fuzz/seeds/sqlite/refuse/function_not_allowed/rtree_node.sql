-- Reads a raw node.

SELECT rtreenode(2, x'0000')
