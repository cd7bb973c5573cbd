-- Changes the case of the verb.

dElEtE
fRoM orders
