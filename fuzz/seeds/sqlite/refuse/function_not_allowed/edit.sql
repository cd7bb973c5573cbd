-- Starts an editor.

SELECT edit(note, 'vi') FROM orders
