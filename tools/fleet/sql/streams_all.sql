-- The streams lane of a board: the columns as persisted.
SELECT
  slug, title, state, wave, machine_id, seat, model, backend, branch, base, worktree_path, evidence_recipe, merge_message,
  quoted_usd, created_at, updated_at, closed_at
FROM streams ORDER BY slug LIMIT :count
