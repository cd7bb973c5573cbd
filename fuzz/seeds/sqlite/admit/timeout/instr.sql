-- Looks like instr and is honest: searches a short text.

SELECT instr(hex(zeroblob(49)), '01')
