package query

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"vitrine/guard"
)

// Args are the arguments of a statement's parameters: by name without the sigil ("a" for :a, @a and $a), or by the
// 1-based index as a decimal ("1"). Values are nil, bool, int64, float64, string or []byte; an int is taken as an int64.
type Args map[string]any

// Positional makes Args of values in the order of their index.
func Positional(values ...any) Args {
	args := make(Args, len(values))
	for i, v := range values {
		args[strconv.Itoa(i+1)] = v
	}
	return args
}

// Bind puts the arguments in the order of the parameters' indexes: the value of the parameter with index i stands at
// i-1, and nil stands where the statement skips an index. A parameter without an argument, an argument without a
// parameter and a value of another kind are errors of CodeParameter.
func (a Args) Bind(parameters []guard.Parameter) ([]any, error) {
	var values []any
	used := make(map[string]bool, len(a))
	var missing []string
	for _, p := range parameters {
		key, ok := a.key(p)
		if !ok {
			missing = append(missing, spelled(p))
			continue
		}
		v, err := bindable(key, a[key])
		if err != nil {
			return nil, err
		}
		used[key] = true
		for len(values) < p.Index {
			values = append(values, nil)
		}
		values[p.Index-1] = v
	}
	if len(missing) > 0 {
		return nil, &Error{
			Code:    CodeParameter,
			Message: "no value is given for " + strings.Join(missing, ", "),
			Hint:    "give each parameter a value by its name without the sign in front, or by its number from 1",
		}
	}
	var surplus []string
	for key := range a {
		if !used[key] {
			surplus = append(surplus, strconv.Quote(key))
		}
	}
	if len(surplus) > 0 {
		slices.Sort(surplus)
		e := &Error{
			Code:    CodeParameter,
			Message: "the statement has no parameter for " + strings.Join(surplus, ", "),
			Hint:    "it has no parameters at all; write one as :name",
		}
		if len(parameters) > 0 {
			var names []string
			for _, p := range parameters {
				names = append(names, spelled(p))
			}
			e.Hint = "its parameters are " + strings.Join(names, ", ")
		}
		return nil, e
	}
	return values, nil
}

// key returns the key under which the argument of a parameter was given: its name, else its index.
func (a Args) key(p guard.Parameter) (string, bool) {
	if len(p.Name) > 1 {
		if _, ok := a[p.Name[1:]]; ok {
			return p.Name[1:], true
		}
	}
	index := strconv.Itoa(p.Index)
	_, ok := a[index]
	return index, ok
}

func spelled(p guard.Parameter) string {
	if p.Name == "?" || p.Name == "" {
		return "?" + strconv.Itoa(p.Index)
	}
	return p.Name
}

func bindable(key string, v any) (any, error) {
	switch v := v.(type) {
	case nil, bool, int64, float64, string, []byte:
		return v, nil
	case int:
		return int64(v), nil
	}
	return nil, &Error{
		Code:    CodeParameter,
		Message: fmt.Sprintf("the value of parameter %s is a %T, which cannot be bound", key, v),
		Hint:    "give null, a boolean, an integer, a number, a text or bytes",
	}
}
