// Package substrate holds the generic tools: substrate_read, substrate_schema and substrate_explain, for every
// configured source. What a caller sends is held to the policy of the source and of the caller's data classes, and
// runs within the source's budget.
package substrate
