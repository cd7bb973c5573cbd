SELECT count(*) FROM directive_causal_chains WHERE directive_sha256 = :sha
