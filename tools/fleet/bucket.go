package fleet

// What stands for an empty or NULL grouping value, beside a flag that tells it from a stored value that reads the same.
const (
	unattributed = "(unattributed)"
	noMachine    = "(no machine)"
	noIdentity   = "(no identity)"
)

// maxBuckets caps lists that have no limit argument. Totals are over all, shown or not.
const maxBuckets = 10_000

// attribution is how a grouping value is shown.
func attribution(stored, empty string) (string, bool) {
	if stored == "" {
		return empty, true
	}
	return stored, false
}
