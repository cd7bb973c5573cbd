-- Nests WITH in the body of WITH.
-- expand

«WITH c AS (×2000»SELECT 1«) SELECT * FROM c×2000»
