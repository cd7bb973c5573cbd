// Package redact takes the folders out of absolute paths: /home/ann/db/shop.sqlite becomes …/shop.sqlite. It is what
// stands between the machine's layout and a caller over HTTP.
//
// A path is text that begins with / or \\ or a drive (C:\, C:/) or file:// where no word ends, up to white space or the
// closing quote of the quotes that it stands in, also where these characters are percent-encoded or escaped. URLs of other schemes, relative paths, fractions and dates are none.
// Where it is in doubt whether text belongs to a path, it is taken out.
package redact

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Mark stands for the folders that were taken out.
const Mark = "…/"

// mostPasses is how often a text is read: what was taken out can bare the beginning of another path.
const mostPasses = 8

// Text redacts free text, such as a message or a log. To redact it again changes nothing.
func Text(s string) string {
	for range mostPasses {
		shown := encoded(paths(s))
		if shown == s {
			return s
		}
		s = shown
	}
	return "…" // nobody writes this, but to hide something
}

// paths redacts the paths that are written plainly.
func paths(s string) string {
	if !strings.ContainsAny(s, `/\`) {
		return s
	}
	var out strings.Builder
	done := 0 // s[:done] is written
	for i := 0; i < len(s); {
		if n := urlLength(s, i); n > 0 {
			i += n
			continue
		}
		start, prefix := pathStart(s, i)
		if start == 0 {
			_, size := utf8.DecodeRuneInString(s[i:])
			i += size
			continue
		}
		end := pathEnd(s, i, i+start)
		shown, changed := last(s[i+start-prefix : end])
		if !changed {
			i = end
			continue
		}
		out.WriteString(s[done:i])
		out.WriteString(shown)
		i, done = end, end
	}
	if done == 0 {
		return s
	}
	out.WriteString(s[done:])
	return out.String()
}

// Value redacts the text of one field. Such a text that begins with a path and has one line may be a path with spaces.
func Value(s string) string {
	if start, prefix := pathStart(s, 0); start > 0 && !strings.ContainsAny(s, "\n\r\t\"'`") && !strings.Contains(s, "://") {
		shown, _ := last(s[start-prefix:])
		return shown
	}
	return Text(s)
}

// pathStart returns how many bytes of s[i:] make the beginning of an absolute path, 0 where none begins there, and how
// many of these belong to the path itself (file:// does not).
func pathStart(s string, i int) (length, kept int) {
	if wordBefore(s, i) {
		return 0, 0
	}
	rest := s[i:]
	switch {
	case len(rest) > 8 && strings.EqualFold(rest[:7], "file://"):
		at := 7 + strings.IndexAny(rest[7:]+"/", `/\`) // a host may stand before the path
		return min(at+1, len(rest)), 1
	case rest[0] == '/' && beginsName(strings.TrimLeft(rest, "/")):
		if closingTag(s, i) || onlyDigits(rest[1:]) {
			return 0, 0
		}
		return 1, 1
	case strings.HasPrefix(rest, `\\`) && len(rest) > 2 && beginsName(strings.TrimLeft(rest, `\`)):
		return 2, 2
	case len(rest) > 3 && isDrive(rest[0]) && rest[1] == ':' && (rest[2] == '\\' || rest[2] == '/') && rest[2:4] != "//":
		return 3, 3
	}
	return 0, 0
}

func isDrive(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// wordBefore reports whether a word, a relative path or a path already redacted ends before s[i].
func wordBefore(s string, i int) bool {
	r, _ := utf8.DecodeLastRuneInString(s[:i])
	if i == 0 {
		return false
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("_.-~/%…", r)
}

// beginsName reports whether a file name can begin here: not white space, nor what makes a comment or a glob.
func beginsName(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return s != "" && !unicode.IsSpace(r) && !unicode.IsControl(r) && !strings.ContainsRune("\"'`<>|*,;:!?()=", r)
}

// closingTag reports whether </name> stands around s[i].
func closingTag(s string, i int) bool {
	if i == 0 || s[i-1] != '<' {
		return false
	}
	end := strings.IndexAny(s[i+1:], "> /\\\n")
	return end > 0 && s[i+1+end] == '>'
}

// onlyDigits reports whether the first word is a number, as in " /4".
func onlyDigits(s string) bool {
	word := s
	if end := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsDigit(r) && r != '.' }); end >= 0 {
		if r := rune(s[end]); !unicode.IsSpace(r) && !strings.ContainsRune(",;:)]}\"'", r) {
			return false
		}
		word = s[:end]
	}
	return word != ""
}

// pathEnd returns where the path that begins at s[at] ends; its name begins at s[name].
func pathEnd(s string, at, name int) int {
	if at > 0 {
		if quote := s[at-1]; quote == '"' || quote == '\'' || quote == '`' {
			if end := strings.IndexAny(s[at:], string(quote)+"\n"); end >= 0 && s[at+end] == quote {
				return at + end
			}
		}
	}
	end := tokenEnd(s, name)
	// Folders may have spaces in their names: what follows is taken for a part of the path where it holds a separator.
	for end < len(s) && s[end] == ' ' {
		next := tokenEnd(s, end+1)
		word := s[end+1 : next]
		if next == end+1 || !strings.ContainsAny(word, `/\`) || strings.ContainsAny(word[:1], `/\`) ||
			strings.Contains(word, "://") || isFraction(word) || len(word) > 2 && word[1] == ':' {
			break
		}
		end = next
	}
	for end > name && strings.ContainsRune(".,:;!?)]}", rune(s[end-1])) {
		end--
	}
	return end
}

// tokenEnd returns where the run of characters that a path without spaces may have ends.
func tokenEnd(s string, i int) int {
	for i < len(s) {
		r, size := utf8.DecodeRuneInString(s[i:])
		if unicode.IsSpace(r) || unicode.IsControl(r) || strings.ContainsRune("\"'`<>|", r) {
			return i
		}
		// A list of paths: the next one begins behind the separator.
		if strings.ContainsRune(":,;=", r) && i+1 < len(s) && (s[i+1] == '/' || s[i+1] == '\\') && !driveColon(s, i) {
			return i
		}
		i += size
	}
	return i
}

// driveColon reports whether the colon at s[i] is that of a drive.
func driveColon(s string, i int) bool {
	return s[i] == ':' && i >= 2 && isDrive(s[i-1]) && (s[i-2] == '/' || s[i-2] == '\\')
}

func isFraction(word string) bool {
	return strings.Trim(strings.TrimRight(word, ".,:;!?)]}"), "0123456789/.-") == ""
}

// last returns the mark and the last element of a path.
func last(path string) (string, bool) {
	trimmed := strings.TrimRight(path, `/\`)
	at := strings.LastIndexAny(trimmed, `/\`)
	element := trimmed[at+1:]
	if element == "" || len(element) == 2 && element[1] == ':' {
		return Mark, path != ""
	}
	return Mark + element, true
}

// urlLength returns the length of a URL at s[i] that is no file's, else 0. It stays as it is, routes included.
func urlLength(s string, i int) int {
	if wordBefore(s, i) || !isDrive(s[i]) {
		return 0
	}
	end := i
	for end < len(s) && (isDrive(s[end]) || s[end] >= '0' && s[end] <= '9' || strings.IndexByte("+-.", s[end]) >= 0) {
		end++
	}
	if !strings.HasPrefix(s[end:], "://") || end-i < 2 || strings.EqualFold(s[i:end], "file") ||
		strings.HasPrefix(s[end:], ":///") { // no host: the path of a file, whatever the scheme
		return 0
	}
	for end < len(s) {
		r, size := utf8.DecodeRuneInString(s[end:])
		if unicode.IsSpace(r) || unicode.IsControl(r) || strings.ContainsRune("\"'`<>|", r) {
			break
		}
		end += size
	}
	return end - i
}
