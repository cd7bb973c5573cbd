package tools

import "slices"

// Class is a data class: what a caller must hold to see the data of a tool.
type Class string

// The data classes of the contract.
const (
	ClassStreamState Class = "stream-state"
	ClassCostData    Class = "cost-data"
	ClassSubstrate   Class = "substrate"
	ClassCell        Class = "cell"
	ClassLogs        Class = "logs"
	ClassNATS        Class = "nats"
)

// Classes lists every data class.
func Classes() []Class {
	return []Class{ClassStreamState, ClassCostData, ClassSubstrate, ClassCell, ClassLogs, ClassNATS}
}

// Caller is who calls and what they may see. The zero value may do nothing.
type Caller struct {
	Name    string   // the principal, as the audit names it
	Classes []Class  // the data classes held
	Sources []string // the sources that may be named; nil means none
	Tools   []string // the tools that may be called; nil means every tool that the classes permit
	Redact  bool     // absolute paths leave only as their last element
	Fence   bool     // row content stands between random markers where the call does not say otherwise
	local   bool
}

// LocalOperator is the caller on stdio and in the shell: unrestricted, paths unredacted. Nothing else makes an
// unrestricted caller.
func LocalOperator() Caller { return Caller{Name: "local", local: true} }

// Unrestricted reports whether the caller is the local operator.
func (c Caller) Unrestricted() bool { return c.local }

// Holds reports whether the caller holds the class.
func (c Caller) Holds(class Class) bool { return c.local || slices.Contains(c.Classes, class) }

// MayUse reports whether the caller may name the source.
func (c Caller) MayUse(source string) bool { return c.local || slices.Contains(c.Sources, source) }

// MayCall reports whether the caller may call the tool, and the classes it lacks for it.
func (c Caller) MayCall(t *Tool) (bool, []Class) {
	if c.local {
		return true, nil
	}
	if c.Tools != nil && !slices.Contains(c.Tools, t.Name) {
		return false, nil
	}
	var missing []Class
	for _, class := range t.Classes {
		if !c.Holds(class) {
			missing = append(missing, class)
		}
	}
	return len(missing) == 0, missing
}
