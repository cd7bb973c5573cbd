// Package subject matches NATS subjects against patterns with wildcards, as a NATS server does: tokens stand between
// dots, * stands for one token, > at the end for one or more
// (https://docs.nats.io/nats-concepts/subjects#wildcards).
package subject

import (
	"errors"
	"fmt"
	"strings"
)

// MaxBytes is the longest subject or pattern that is read.
const MaxBytes = 256

// Check reports whether text is a subject that can be asked: tokens that are not empty, without white space or control
// characters, none of them a wildcard.
func Check(text string) error {
	if err := checkTokens(text); err != nil {
		return err
	}
	for token := range strings.SplitSeq(text, ".") {
		if token == "*" || token == ">" {
			return fmt.Errorf("the token %q is a wildcard; a request goes to one subject", token)
		}
	}
	return nil
}

// CheckPattern reports whether text is a pattern: as a subject, where a token may be *, and the last one >.
func CheckPattern(text string) error {
	if err := checkTokens(text); err != nil {
		return err
	}
	if head, _, found := strings.Cut(text, ">."); found && (head == "" || strings.HasSuffix(head, ".")) {
		return errors.New("> stands only at the end, for one or more tokens")
	}
	return nil
}

func checkTokens(text string) error {
	if len(text) > MaxBytes {
		return fmt.Errorf("%d bytes given; at most %d are accepted", len(text), MaxBytes)
	}
	for _, r := range text {
		if r <= ' ' || r == 0x7f || r == '\uFFFD' {
			return errors.New("white space, control characters and invalid UTF-8 are not accepted in a subject")
		}
	}
	for token := range strings.SplitSeq(text, ".") {
		if token == "" {
			return errors.New("an empty token; tokens stand between dots, such as cell.status")
		}
	}
	return nil
}

// Matches reports whether the subject is among those that the pattern stands for. Both must have passed their check.
func Matches(pattern, subject string) bool {
	for {
		p, restOfPattern, morePattern := strings.Cut(pattern, ".")
		if p == ">" && !morePattern {
			return true
		}
		s, restOfSubject, moreSubject := strings.Cut(subject, ".")
		if p != "*" && p != s || morePattern != moreSubject {
			return false
		}
		if !morePattern {
			return true
		}
		pattern, subject = restOfPattern, restOfSubject
	}
}

// Allowed reports whether one of the patterns lets the subject be asked. Beyond NATS's own rule, a subject that begins
// with $ (the server's own: $SYS, and $JS, whose requests delete streams) needs a pattern that writes out its first
// token, so that > never opens the server's administration by accident.
func Allowed(patterns []string, subject string) bool {
	first, _, _ := strings.Cut(subject, ".")
	for _, pattern := range patterns {
		if strings.HasPrefix(subject, "$") {
			if head, _, _ := strings.Cut(pattern, "."); head != first {
				continue
			}
		}
		if Matches(pattern, subject) {
			return true
		}
	}
	return false
}
