SELECT id, slug, captured_at, sha256, bytes, signed_at, signer, stored_at, store_path, acked_at, ack_id
FROM captures WHERE slug = :stream AND id > :after ORDER BY id LIMIT :count
