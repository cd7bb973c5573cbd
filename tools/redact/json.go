package redact

import (
	"bytes"
	"encoding/json"
	"strings"
)

// JSON redacts every string of a JSON text, keys among them, and reports whether one changed. All else stays byte for
// byte.
func JSON(raw json.RawMessage) (json.RawMessage, bool) {
	var out []byte
	done := 0
	for i := 0; i < len(raw); i++ {
		if raw[i] != '"' {
			continue
		}
		end := stringEnd(raw, i)
		literal := raw[i:end]
		if bytes.ContainsAny(literal, `/\%&／∕⁄＼`) {
			if shown, changed := redactLiteral(literal); changed {
				out = append(out, raw[done:i]...)
				out = append(out, shown...)
				done = end
			}
		}
		i = end - 1
	}
	if done == 0 {
		return raw, false
	}
	return append(out, raw[done:]...), true
}

// stringEnd returns where the string that begins at raw[i] ends, behind its closing quote.
func stringEnd(raw []byte, i int) int {
	for j := i + 1; j < len(raw); j++ {
		switch raw[j] {
		case '\\':
			j++
		case '"':
			return j + 1
		}
	}
	return len(raw)
}

func redactLiteral(literal []byte) ([]byte, bool) {
	var text string
	if json.Unmarshal(literal, &text) != nil {
		return nil, false
	}
	shown := Value(text)
	if shown == text {
		return nil, false
	}
	var buffer strings.Builder
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if encoder.Encode(shown) != nil {
		return []byte(`""`), true
	}
	return []byte(strings.TrimSuffix(buffer.String(), "\n")), true
}
