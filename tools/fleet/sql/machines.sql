SELECT machine_id, hostname, os, worktree_root, last_seen_at FROM machines ORDER BY machine_id
