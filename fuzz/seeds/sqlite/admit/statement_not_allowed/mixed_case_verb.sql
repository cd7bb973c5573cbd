-- Changes the case of SELECT.

sElEcT 1
