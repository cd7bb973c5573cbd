-- Merges of the streams by their slug, and those without a slug by their branch.
SELECT id, slug, branch, base, commit_sha, merged_at FROM observed_merges
WHERE slug IN ($listed(:slugs))
UNION ALL
SELECT id, '', branch, base, commit_sha, merged_at FROM observed_merges
WHERE (slug IS NULL OR slug = '') AND branch IN ($listed(:branches))
ORDER BY 1
