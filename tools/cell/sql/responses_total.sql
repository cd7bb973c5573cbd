SELECT count(*) FROM franklin_responses WHERE CAST(:sha AS text) IS NULL OR directive_sha256 = :sha
