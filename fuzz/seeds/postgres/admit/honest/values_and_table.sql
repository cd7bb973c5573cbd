-- VALUES and TABLE stand where SELECT does.

VALUES (1, 'a'), (2, 'b') UNION ALL (TABLE pairs)
