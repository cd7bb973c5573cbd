-- Searches a short text.

SELECT instr(hex(zeroblob(49)), '01')
