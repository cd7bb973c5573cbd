-- Nests array constructors.
-- expand

SELECT «ARRAY[×5000»1«]×5000»
