SELECT
  slug, title, state, wave, machine_id, seat, model, backend, branch, base, worktree_path, evidence_recipe, merge_message,
  created_at, updated_at, closed_at
FROM streams WHERE slug IN ($listed(:slugs))
