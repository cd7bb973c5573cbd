-- Ends VALUES by a separator.

VALUES (1);
