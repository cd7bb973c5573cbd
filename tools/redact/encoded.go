package redact

import (
	"strings"
	"unicode"
)

// separators are the other ways to write what a path is made of: percent-encoded, escaped for JSON, JavaScript or HTML, or
// as a character that only looks like a slash.
var separators = strings.NewReplacer(
	"%2f", "/", "%2F", "/", "%5c", `\`, "%5C", `\`, "%3a", ":", "%3A", ":", "%25", "%",
	`\u002f`, "/", `\u002F`, "/", `\u005c`, `\`, `\u005C`, `\`, `\x2f`, "/", `\x2F`, "/", `\x5c`, `\`, `\x5C`, `\`,
	"&#47;", "/", "&#x2f;", "/", "&#x2F;", "/", "&#92;", `\`, "&#x5c;", `\`, "&#x5C;", `\`, "&sol;", "/", "&bsol;", `\`,
	"／", "/", "∕", "/", "⁄", "/", "＼", `\`,
)

// mostEncoded is how many times over a separator may be encoded.
const mostEncoded = 4

// encoded redacts the words of a text in which a path stands with its separators written in another way. All other words
// stay byte for byte.
func encoded(s string) string {
	if separators.Replace(s) == s {
		return s
	}
	var out strings.Builder
	between := func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("\"'`<>|", r) }
	for len(s) > 0 {
		word := strings.IndexFunc(s, func(r rune) bool { return !between(r) })
		if word < 0 {
			word = len(s)
		}
		out.WriteString(s[:word])
		s = s[word:]
		end := strings.IndexFunc(s, between)
		if end < 0 {
			end = len(s)
		}
		out.WriteString(encodedWord(s[:end]))
		s = s[end:]
	}
	return out.String()
}

func encodedWord(word string) string {
	if word == "" || urlLength(word, 0) > 0 {
		return word
	}
	plain, found := word, false
	for range mostEncoded {
		next := separators.Replace(plain)
		if next == plain {
			break
		}
		plain = next
		if shown := paths(plain); shown != plain {
			plain, found = shown, true
		}
	}
	switch {
	case separators.Replace(plain) != plain:
		return "…" // nobody encodes as often, but to hide something
	case found:
		return plain
	}
	return word
}
