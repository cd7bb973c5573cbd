-- Selects behind it.

with x as not materialized (select 1 as i) select note, (select i from x) from orders
