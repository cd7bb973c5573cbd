package postgres

// tokenKind says what a token is, as coarsely as bounding and placing statements needs it.
type tokenKind uint8

const (
	endOfText    tokenKind = iota
	word                   // an unquoted identifier or keyword
	name                   // a quoted identifier
	literal                // a string, bit string, number or parameter
	operator               // a run of operator characters, as PostgreSQL cuts it
	punctuation            // one of ( ) [ ] , ; : . and any other single byte
	unterminated           // a string, quoted name or comment that does not end
)

type token struct {
	kind       tokenKind
	start, end int
}

// lexer cuts a text into tokens as PostgreSQL 16 does with standard_conforming_strings on (src/backend/parser/scan.l).
// It exists to bound nesting before the C parser sees the text, and to find where statements begin and end.
type lexer struct {
	text      string
	at        int
	backslash bool // standard_conforming_strings is off: a backslash in a plain string escapes
}

// next returns the next token; behind the last one it returns endOfText again and again.
func (l *lexer) next() token {
	if end, ok := skipBlank(l.text, l.at); !ok {
		start := end
		l.at = len(l.text)
		return token{unterminated, start, len(l.text)}
	} else {
		l.at = end
	}
	if l.at >= len(l.text) {
		return token{endOfText, len(l.text), len(l.text)}
	}
	start := l.at
	kind, end := l.scan(start)
	l.at = end
	return token{kind, start, end}
}

func (l *lexer) scan(at int) (tokenKind, int) {
	s := l.text
	c := s[at]
	switch {
	case c == '\'':
		if l.backslash {
			return quoted(s, at, escapeString)
		}
		return quoted(s, at, plainString)
	case c == '"':
		return quotedName(s, at)
	case c == '$':
		if end, ok := dollarQuoted(s, at); ok {
			if end < 0 {
				return unterminated, len(s)
			}
			return literal, end
		}
		if at+1 < len(s) && isDigit(s[at+1]) {
			end := at + 2
			for end < len(s) && isDigit(s[end]) {
				end++
			}
			return literal, end
		}
		return punctuation, at + 1
	case at+1 < len(s) && (c == '.' && s[at+1] == '.' || c == ':' && (s[at+1] == ':' || s[at+1] == '=')):
		return punctuation, at + 2
	case isDigit(c) || c == '.' && at+1 < len(s) && isDigit(s[at+1]):
		return literal, number(s, at)
	case isNameStart(c):
		if at+1 < len(s) {
			switch {
			case (c == 'e' || c == 'E') && s[at+1] == '\'':
				return quoted(s, at+1, escapeString)
			case (c == 'b' || c == 'B' || c == 'x' || c == 'X') && s[at+1] == '\'':
				return quoted(s, at+1, bitString)
			case (c == 'n' || c == 'N') && s[at+1] == '\'':
				return quoted(s, at+1, plainString)
			case (c == 'u' || c == 'U') && s[at+1] == '&' && at+2 < len(s) && s[at+2] == '\'':
				return quoted(s, at+2, plainString)
			case (c == 'u' || c == 'U') && s[at+1] == '&' && at+2 < len(s) && s[at+2] == '"':
				return quotedName(s, at+2)
			}
		}
		end := at + 1
		for end < len(s) && isNamePart(s[end]) {
			end++
		}
		return word, end
	case isOperator(c):
		return operator, operatorEnd(s, at)
	}
	return punctuation, at + 1
}

// skipBlank returns where the white space and comments that begin at the offset end. ok is false where a comment does not end.
func skipBlank(s string, at int) (end int, ok bool) {
	for at < len(s) {
		switch {
		case isSpace(s[at]):
			at++
		case s[at] == '-' && at+1 < len(s) && s[at+1] == '-':
			at = lineEnd(s, at)
		case s[at] == '/' && at+1 < len(s) && s[at+1] == '*':
			end := commentEnd(s, at)
			if end < 0 {
				return at, false
			}
			at = end
		default:
			return at, true
		}
	}
	return at, true
}

func lineEnd(s string, at int) int {
	for at < len(s) && s[at] != '\n' && s[at] != '\r' {
		at++
	}
	return at
}

// commentEnd returns the end of the block comment at the offset, which may hold others, or -1.
func commentEnd(s string, at int) int {
	depth := 0
	for at+1 < len(s) {
		switch {
		case s[at] == '/' && s[at+1] == '*':
			depth++
			at += 2
		case s[at] == '*' && s[at+1] == '/':
			depth--
			at += 2
			if depth == 0 {
				return at
			}
		default:
			at++
		}
	}
	return -1
}

// stringMode says what a backslash and a doubled quote mean in a string.
type stringMode uint8

const (
	plainString  stringMode = iota // '' is a quote
	escapeString                   // and so is \'
	bitString                      // neither
)

// quoted scans a string whose opening quote stands at the offset. A string goes on behind white space that holds a
// line break, in the same mode.
func quoted(s string, at int, mode stringMode) (tokenKind, int) {
	at++
	for at < len(s) {
		switch {
		case s[at] == '\\' && mode == escapeString:
			at += 2
		case s[at] != '\'':
			at++
		case at+1 < len(s) && s[at+1] == '\'' && mode != bitString:
			at += 2
		default:
			at++
			again := continuation(s, at)
			if again < 0 {
				return literal, at
			}
			at = again
		}
	}
	return unterminated, len(s)
}

// continuation returns the offset behind the quote that continues a string which was closed just before the offset, or -1.
func continuation(s string, at int) int {
	newline := false
	for at < len(s) {
		switch {
		case s[at] == '\n' || s[at] == '\r':
			newline = true
			at++
		case isSpace(s[at]):
			at++
		case s[at] == '-' && at+1 < len(s) && s[at+1] == '-':
			at = lineEnd(s, at)
			if at == len(s) {
				return -1
			}
		case s[at] == '\'' && newline:
			return at + 1
		default:
			return -1
		}
	}
	return -1
}

func quotedName(s string, at int) (tokenKind, int) {
	at++
	for at < len(s) {
		switch {
		case s[at] != '"':
			at++
		case at+1 < len(s) && s[at+1] == '"':
			at += 2
		default:
			return name, at + 1
		}
	}
	return unterminated, len(s)
}

// dollarQuoted scans $tag$ … $tag$. ok is false where no tag stands at the offset; end is -1 where the string does not end.
func dollarQuoted(s string, at int) (end int, ok bool) {
	tag := at + 1
	if tag < len(s) && isNameStart(s[tag]) {
		for tag < len(s) && isNamePart(s[tag]) && s[tag] != '$' {
			tag++
		}
	}
	if tag >= len(s) || s[tag] != '$' {
		return 0, false
	}
	delimiter := s[at : tag+1]
	for i := tag + 1; i+len(delimiter) <= len(s); i++ {
		if s[i] == '$' && s[i:i+len(delimiter)] == delimiter {
			return i + len(delimiter), true
		}
	}
	return -1, true
}

// number scans digits, a fraction and an exponent; what else stands there is the parser's to judge.
func number(s string, at int) int {
	if s[at] == '0' && at+1 < len(s) {
		var belongs func(byte) bool
		switch s[at+1] | 0x20 {
		case 'x':
			belongs = func(c byte) bool { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }
		case 'o':
			belongs = func(c byte) bool { return '0' <= c && c <= '7' }
		case 'b':
			belongs = func(c byte) bool { return c == '0' || c == '1' }
		}
		if belongs != nil {
			if end := digitsOf(s, at+2, belongs); end > at+2 {
				return end
			}
		}
	}
	at = digits(s, at)
	// 1..10 is 1, then two dots.
	if at < len(s) && s[at] == '.' && !(at+1 < len(s) && s[at+1] == '.') {
		at = digits(s, at+1)
	}
	if at < len(s) && s[at]|0x20 == 'e' {
		exponent := at + 1
		if exponent < len(s) && (s[exponent] == '+' || s[exponent] == '-') {
			exponent++
		}
		if exponent < len(s) && isDigit(s[exponent]) {
			at = digits(s, exponent)
		}
	}
	return at
}

func digits(s string, at int) int { return digitsOf(s, at, isDigit) }

// digitsOf scans digits, which one underscore may stand before.
func digitsOf(s string, at int, belongs func(byte) bool) int {
	for at < len(s) && (belongs(s[at]) || s[at] == '_' && at+1 < len(s) && belongs(s[at+1])) {
		at++
	}
	return at
}

// operatorEnd cuts an operator as PostgreSQL does: before a comment, and without + or - at its end unless it holds a
// character that SQL's own operators do not have.
func operatorEnd(s string, at int) int {
	end := at
	for end < len(s) && isOperator(s[end]) {
		if end+1 < len(s) && (s[end] == '-' && s[end+1] == '-' || s[end] == '/' && s[end+1] == '*') {
			break
		}
		end++
	}
	if end-at > 1 && (s[end-1] == '+' || s[end-1] == '-') {
		special := false
		for i := at; i < end-1 && !special; i++ {
			switch s[i] {
			case '~', '!', '@', '#', '^', '&', '|', '`', '?', '%':
				special = true
			}
		}
		for !special && end-at > 1 && (s[end-1] == '+' || s[end-1] == '-') {
			end--
		}
	}
	return end
}

func isSpace(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isNameStart(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c >= 0x80
}

func isNamePart(c byte) bool { return isNameStart(c) || isDigit(c) || c == '$' }

func isOperator(c byte) bool {
	switch c {
	case '~', '!', '@', '#', '^', '&', '|', '`', '?', '+', '-', '*', '/', '%', '<', '>', '=':
		return true
	}
	return false
}
