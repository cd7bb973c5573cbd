($second($1), $fraction($1)) >= (:from_second, :from_fraction) AND ($second($1), $fraction($1)) < (:to_second, :to_fraction)
