-- Looks like with_not_materialized_update and is honest: selects behind it.

with x as not materialized (select 1 as i) select note, (select i from x) from orders
