package sqlite

// Reduced returns the rules of SQLite's grammar by which the first statement of a text is read, by their numbers in
// tables_gen.go. It is how a test counts that texts use all of the grammar.
func Reduced(text string) []int {
	p := parser{z: text, maxDepth: deepest, nodes: make([]Node, 1), reduced: new([len(rules)]bool)}
	start, verb, _ := opening(text)
	if verb != "" || byteAt(text, start) == 0 {
		return nil
	}
	p.run(start)
	var numbers []int
	for number, was := range p.reduced {
		if was {
			numbers = append(numbers, number)
		}
	}
	return numbers
}

// OfSelect returns the rules that a SELECT can be read by, in the same numbers: all but those of other statements alone.
func OfSelect() []int {
	var numbers []int
	for number, r := range rules {
		if r.action != doForeign {
			numbers = append(numbers, number)
		}
	}
	return numbers
}
