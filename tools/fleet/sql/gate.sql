SELECT detail, log_path FROM gates WHERE id = :id
