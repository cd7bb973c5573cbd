-- Looks like mixed_case_verb and is honest: changes the case of SELECT.

sElEcT 1
