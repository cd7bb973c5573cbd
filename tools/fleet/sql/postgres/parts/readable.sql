CASE
  WHEN $1 !~ E'^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]+)?)?[ \t\n\v\f\r]*([Zz]|[+-](0[0-9]|1[0-4]):[0-5][0-9])?[ \t\n\v\f\r]*$' THEN FALSE
  WHEN $1 >= '9999-12-31' AND $second($1) IS NULL THEN FALSE
  WHEN substr($1, 9, 2) <= '28' OR substr($1, 6, 2) <> '02' AND substr($1, 9, 2) <= '30' THEN TRUE
  WHEN substr($1, 6, 2) <> '02' THEN substr($1, 6, 2) IN ('01', '03', '05', '07', '08', '10', '12')
  WHEN substr($1, 9, 2) <> '29' THEN FALSE
  -- February 29: four divides the year, of a century its number.
  ELSE CAST(CASE WHEN substr($1, 3, 2) = '00' THEN substr($1, 1, 2) ELSE substr($1, 3, 2) END AS integer) % 4 = 0
END
