SELECT count(*) FROM franklin_responses WHERE :sha IS NULL OR directive_sha256 = :sha
