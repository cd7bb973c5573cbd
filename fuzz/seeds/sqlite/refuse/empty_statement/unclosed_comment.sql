-- Opens a comment and never closes it, so that all is comment.

/* SELECT 1
