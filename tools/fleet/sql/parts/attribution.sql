-- What a row of spending is put down to, by the argument group_by.
CASE :group_by
  WHEN 'seat' THEN seat
  WHEN 'stream' THEN slug
  WHEN 'model' THEN model
  WHEN 'backend' THEN backend
  WHEN 'billing_mode' THEN billing_mode
  ELSE 'total'
END
