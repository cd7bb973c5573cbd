package substrate

import (
	"sync"

	"vitrine/guard"
)

// The bounds of what is kept of admitted texts.
const (
	keptTexts = 32
	keptBytes = 1 << 10 // longer texts are checked anew
)

// known keeps the last texts that a guard has admitted, since clients that look again and again send the same one.
// What a guard says depends on nothing but its policy and the text, and a guard is of one policy for good, so that what
// is kept is what it would say again. Refusals are not kept. It is safe for concurrent use; the zero value keeps nothing yet.
type known struct {
	mu    sync.Mutex
	texts map[question]guard.Statement
	order [keptTexts]question // a ring: the next to be given up is at next
	next  int
}

type question struct {
	sql   string
	limit int
}

// check holds a text to the guard, under a row cap.
func (a *known) check(g *guard.Guard, sql string, limit int) (guard.Statement, error) {
	q := question{sql, limit}
	a.mu.Lock()
	stmt, ok := a.texts[q]
	a.mu.Unlock()
	if ok {
		return stmt, nil
	}
	stmt, err := g.WithRowCap(limit).Check(sql)
	if err != nil || len(sql) > keptBytes {
		return stmt, err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if _, ok := a.texts[q]; ok {
		return stmt, nil // another call was quicker
	}
	if a.texts == nil {
		a.texts = make(map[question]guard.Statement, keptTexts)
	}
	delete(a.texts, a.order[a.next])
	a.texts[q], a.order[a.next] = stmt, q
	a.next = (a.next + 1) % keptTexts
	return stmt, nil
}
