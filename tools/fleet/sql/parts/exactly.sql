(unixepoch($1), $fraction($1)) >= (:from_second, :from_fraction) AND (unixepoch($1), $fraction($1)) < (:to_second, :to_fraction)
