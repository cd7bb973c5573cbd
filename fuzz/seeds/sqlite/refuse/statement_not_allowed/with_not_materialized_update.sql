-- Updates behind a clause that says NOT MATERIALIZED, in lower case.

with x as not materialized (select 1 as i) update orders set note = (select i from x)
