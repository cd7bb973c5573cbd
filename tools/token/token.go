// Package token keeps the bearer tokens of HTTP callers: who they are, what they may see, and until when. A file holds
// them, as SHA-256 hashes; a secret is shown once, when it is made, and is nowhere kept.
package token

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"time"

	"vitrine/tools"
)

// Token is what the file keeps of a token.
type Token struct {
	Name    string        `json:"name"`   // the principal; unique in the file
	SHA256  string        `json:"sha256"` // of the secret, in hex
	Classes []tools.Class `json:"classes"`
	Sources []string      `json:"sources"`
	Tools   []string      `json:"tools,omitempty"` // nil means every tool that the classes permit
	Created time.Time     `json:"created"`
	Expires time.Time     `json:"expires,omitzero"` // zero means never
}

// Expired reports whether the token no longer counts at an instant.
func (t Token) Expired(now time.Time) bool { return !t.Expires.IsZero() && !now.Before(t.Expires) }

// prefix lets people and scanners of leaked secrets recognise a token.
const prefix = "vitrine_"

var nameForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$`)

func (t Token) check() error {
	if !nameForm.MatchString(t.Name) {
		return fmt.Errorf("name %q: a name has 1 to 64 letters, digits, dots, dashes, underscores or @ and begins with a letter or digit", t.Name)
	}
	if raw, err := hex.DecodeString(t.SHA256); err != nil || len(raw) != sha256.Size {
		return fmt.Errorf("token %s: sha256 is not a SHA-256 hash", t.Name)
	}
	for _, class := range t.Classes {
		if !slices.Contains(tools.Classes(), class) {
			return fmt.Errorf("token %s: unknown class %q: there are %s", t.Name, class, ClassNames())
		}
	}
	return nil
}

// ClassNames lists the data classes for a message.
func ClassNames() string {
	names := ""
	for i, class := range tools.Classes() {
		if i > 0 {
			names += ", "
		}
		names += string(class)
	}
	return names
}

// New adds a token to the file, which it makes where there is none, and returns the secret. SHA256 is set here.
func New(path string, t Token) (secret string, err error) {
	var random [32]byte
	rand.Read(random[:]) // never fails (crypto/rand)
	secret = prefix + base64.RawURLEncoding.EncodeToString(random[:])
	sum := sha256.Sum256([]byte(secret))
	t.SHA256 = hex.EncodeToString(sum[:])
	if err := t.check(); err != nil {
		return "", err
	}
	err = change(path, func(all []Token) ([]Token, error) {
		if slices.ContainsFunc(all, func(known Token) bool { return known.Name == t.Name }) {
			return nil, fmt.Errorf("there is a token named %s already: revoke it first", t.Name)
		}
		return append(all, t), nil
	})
	return secret, err
}

// ErrUnknown says that no token has the name.
var ErrUnknown = errors.New("no token has that name")

// Revoke takes a token out of the file; servers that run notice with the next request.
func Revoke(path, name string) error {
	return change(path, func(all []Token) ([]Token, error) {
		rest := slices.DeleteFunc(slices.Clone(all), func(t Token) bool { return t.Name == name })
		if len(rest) == len(all) {
			return nil, ErrUnknown
		}
		return rest, nil
	})
}
