package sqlite

// byteAt returns the byte at an offset, 0 at the end of the text and beyond: SQLite's tokenizer reads a text that ends with
// a NUL byte.
func byteAt(z string, i int) byte {
	if i < len(z) {
		return z[i]
	}
	return 0
}

// Marks of charType.
const (
	charSpace   = 0x01
	charDigit   = 0x04
	charHex     = 0x08
	charQuote   = 0x80
	charIDStart = 0x46 // what an identifier may go on with: a letter, a digit, "_", "$" or a byte from 0x80 on
)

// nextToken returns the token that begins at z[i] and the offset behind it. It is sqlite3GetToken of tokenize.c.
func nextToken(z string, i int) (token, end int) {
	switch charClass[byteAt(z, i)] {
	case classSpace:
		for i++; charType[byteAt(z, i)]&charSpace != 0; i++ {
		}
		return tkSpace, i
	case classMinus:
		switch byteAt(z, i+1) {
		case '-':
			for i += 2; byteAt(z, i) != 0 && byteAt(z, i) != '\n'; i++ {
			}
			return tkComment, i
		case '>':
			if byteAt(z, i+2) == '>' {
				return tkPtr, i + 3
			}
			return tkPtr, i + 2
		}
		return tkMinus, i + 1
	case classLp:
		return tkLp, i + 1
	case classRp:
		return tkRp, i + 1
	case classSemi:
		return tkSemi, i + 1
	case classPlus:
		return tkPlus, i + 1
	case classStar:
		return tkStar, i + 1
	case classSlash:
		if byteAt(z, i+1) != '*' || byteAt(z, i+2) == 0 {
			return tkSlash, i + 1
		}
		for i += 3; byteAt(z, i) != 0; i++ {
			if byteAt(z, i) == '/' && byteAt(z, i-1) == '*' {
				return tkComment, i + 1
			}
		}
		return tkComment, i
	case classPercent:
		return tkRem, i + 1
	case classEq:
		if byteAt(z, i+1) == '=' {
			return tkEq, i + 2
		}
		return tkEq, i + 1
	case classLt:
		switch byteAt(z, i+1) {
		case '=':
			return tkLe, i + 2
		case '>':
			return tkNe, i + 2
		case '<':
			return tkLshift, i + 2
		}
		return tkLt, i + 1
	case classGt:
		switch byteAt(z, i+1) {
		case '=':
			return tkGe, i + 2
		case '>':
			return tkRshift, i + 2
		}
		return tkGt, i + 1
	case classBang:
		if byteAt(z, i+1) == '=' {
			return tkNe, i + 2
		}
		return tkIllegal, i + 1
	case classPipe:
		if byteAt(z, i+1) == '|' {
			return tkConcat, i + 2
		}
		return tkBitor, i + 1
	case classComma:
		return tkComma, i + 1
	case classAnd:
		return tkBitand, i + 1
	case classTilda:
		return tkBitnot, i + 1
	case classQuote:
		return quoted(z, i)
	case classQuote2:
		for i++; byteAt(z, i) != 0; i++ {
			if byteAt(z, i) == ']' {
				return tkId, i + 1
			}
		}
		return tkIllegal, i
	case classDot:
		if charType[byteAt(z, i+1)]&charDigit == 0 {
			return tkDot, i + 1
		}
		return number(z, i)
	case classDigit:
		return number(z, i)
	case classVarnum:
		for i++; charType[byteAt(z, i)]&charDigit != 0; i++ {
		}
		return tkVariable, i
	case classDollar, classVaralpha:
		return variable(z, i)
	case classKywd0:
		start := i
		i++
		if charClass[byteAt(z, i)] > classKywd {
			break
		}
		for i++; charClass[byteAt(z, i)] <= classKywd; i++ {
		}
		if charType[byteAt(z, i)]&charIDStart != 0 {
			break // began like a keyword, goes on like none
		}
		return keyword(z[start:i]), i
	case classX:
		if byteAt(z, i+1) == '\'' {
			return blob(z, i)
		}
		i++
	case classKywd, classId:
		i++
	case classBom:
		if byteAt(z, i+1) == 0xbb && byteAt(z, i+2) == 0xbf {
			return tkSpace, i + 3
		}
		i++
	case classNul:
		return tkIllegal, i
	default:
		return tkIllegal, i + 1
	}
	for charType[byteAt(z, i)]&charIDStart != 0 {
		i++
	}
	return tkId, i
}

// quoted reads a text between ', " or `; the quote stands in it twice.
func quoted(z string, i int) (token, end int) {
	quote := byteAt(z, i)
	for i++; byteAt(z, i) != 0; i++ {
		if byteAt(z, i) != quote {
			continue
		}
		if byteAt(z, i+1) != quote {
			if quote == '\'' {
				return tkString, i + 1
			}
			return tkId, i + 1
		}
		i++
	}
	return tkIllegal, i
}

// number reads an integer or real number; digits may have "_" between them, which makes it a tkQnumber.
func number(z string, i int) (token, end int) {
	token = tkInteger
	digits := func(mark uint8) {
		for ; ; i++ {
			if charType[byteAt(z, i)]&mark == 0 {
				if byteAt(z, i) != '_' {
					return
				}
				token = tkQnumber
			}
		}
	}
	if byteAt(z, i) == '0' && (byteAt(z, i+1) == 'x' || byteAt(z, i+1) == 'X') && charType[byteAt(z, i+2)]&charHex != 0 {
		i += 3
		digits(charHex)
	} else {
		digits(charDigit)
		if byteAt(z, i) == '.' {
			if token == tkInteger {
				token = tkFloat
			}
			i++
			digits(charDigit)
		}
		if (byteAt(z, i) == 'e' || byteAt(z, i) == 'E') && (charType[byteAt(z, i+1)]&charDigit != 0 ||
			(byteAt(z, i+1) == '+' || byteAt(z, i+1) == '-') && charType[byteAt(z, i+2)]&charDigit != 0) {
			if token == tkInteger {
				token = tkFloat
			}
			i += 2
			digits(charDigit)
		}
	}
	for charType[byteAt(z, i)]&charIDStart != 0 {
		token = tkIllegal
		i++
	}
	return token, i
}

// variable reads a parameter with a name: :a, @a, #a, $a, $a::b(c).
func variable(z string, i int) (token, end int) {
	token = tkVariable
	letters := 0
	for i++; byteAt(z, i) != 0; i++ {
		switch {
		case charType[byteAt(z, i)]&charIDStart != 0:
			letters++
			continue
		case byteAt(z, i) == '(' && letters > 0:
			for i++; byteAt(z, i) != 0 && charType[byteAt(z, i)]&charSpace == 0 && byteAt(z, i) != ')'; i++ {
			}
			if byteAt(z, i) == ')' {
				i++
			} else {
				token = tkIllegal
			}
		case byteAt(z, i) == ':' && byteAt(z, i+1) == ':':
			i++
			continue
		}
		break
	}
	if letters == 0 {
		token = tkIllegal
	}
	return token, i
}

// blob reads x'0aff'.
func blob(z string, i int) (token, end int) {
	start := i
	for i += 2; charType[byteAt(z, i)]&charHex != 0; i++ {
	}
	token = tkBlob
	if byteAt(z, i) != '\'' || (i-start)%2 != 0 {
		token = tkIllegal
		for byteAt(z, i) != 0 && byteAt(z, i) != '\'' {
			i++
		}
	}
	if byteAt(z, i) != 0 {
		i++
	}
	return token, i
}

// keyword returns the token of a word of letters and "_", tkId if it is no keyword.
func keyword(word string) int {
	n := len(word)
	hash := (int(lower(word[0]))*4 ^ int(lower(word[n-1]))*3 ^ n) % len(keywordHash)
next:
	for k := keywordHash[hash]; k != 0; k = keywordNext[k] {
		if int(keywordLength[k]) != n {
			continue
		}
		text := keywordText[keywordOffset[k]:]
		for j := range n {
			if word[j]&^0x20 != text[j] {
				continue next
			}
		}
		return int(keywordToken[k])
	}
	return tkId
}

// lower folds an ASCII letter, as SQLite compares names.
func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// wordAhead returns the next token that is neither space nor comment, and the offset behind it. Whatever can be read as
// an identifier is tkId.
func wordAhead(z string, i int) (token, end int) {
	for {
		if token, i = nextToken(z, i); token != tkSpace && token != tkComment {
			break
		}
	}
	switch {
	case token == tkString, token == tkJoinKw, token == tkWindow, token == tkOver, fallback[token] == tkId:
		token = tkId
	}
	return token, i
}

// windowKeyword, overKeyword and filterKeyword decide whether the word that ends at i is the keyword or a name.
func windowKeyword(z string, i int) int {
	token, i := wordAhead(z, i)
	if token == tkId {
		if token, _ = wordAhead(z, i); token == tkAs {
			return tkWindow
		}
	}
	return tkId
}

func overKeyword(z string, i, last int) int {
	if last == tkRp {
		if token, _ := wordAhead(z, i); token == tkLp || token == tkId {
			return tkOver
		}
	}
	return tkId
}

func filterKeyword(z string, i, last int) int {
	if last == tkRp {
		if token, _ := wordAhead(z, i); token == tkLp {
			return tkFilter
		}
	}
	return tkId
}
