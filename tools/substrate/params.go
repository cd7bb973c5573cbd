package substrate

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"vitrine/query"
	"vitrine/tools"
	"vitrine/tools/strictjson"
)

// parseParams reads the params of a statement: an array of values in the order of their index, or an object of values
// by name, with the sigil or without. Values are those of JSON; what JSON cannot hold is written as results write it:
// {"$integer": "9007199254740993"}, {"$real": "Infinity"}, {"$blob": "AP8Q"}, {"$text": "…"}.
func parseParams(raw json.RawMessage) (query.Args, error) {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || string(raw) == "null" {
		return nil, nil
	}
	switch raw[0] {
	case '[':
		var values []json.RawMessage
		if err := json.Unmarshal(raw, &values); err != nil {
			return nil, badParam("params", raw, "an array or an object")
		}
		args := make(query.Args, len(values))
		for i, v := range values {
			index := strconv.Itoa(i + 1)
			value, err := parseParam(fmt.Sprintf("params[%d]", i), v)
			if err != nil {
				return nil, err
			}
			args[index] = value
		}
		return args, nil
	case '{':
		members, err := strictjson.Object(raw)
		if err != nil {
			return nil, badParam("params", raw, "an object whose names each stand once")
		}
		args := make(query.Args, len(members))
		for _, m := range members {
			name := strings.TrimLeft(m.Key, ":@$?")
			if _, twice := args[name]; twice || name == "" {
				return nil, badParam("params."+m.Key, m.Raw, "a value for a parameter that is named once")
			}
			if args[name], err = parseParam("params."+m.Key, m.Raw); err != nil {
				return nil, err
			}
		}
		return args, nil
	}
	return nil, badParam("params", raw, "an array of values or an object of values by name")
}

func parseParam(name string, raw json.RawMessage) (any, error) {
	raw = bytes.TrimSpace(raw)
	switch raw[0] {
	case 'n':
		return nil, nil
	case 't', 'f':
		return raw[0] == 't', nil
	case '"':
		var text string
		if err := json.Unmarshal(raw, &text); err != nil {
			return nil, badParam(name, raw, "text")
		}
		return text, nil
	case '{':
		return parseExact(name, raw)
	case '[':
		return nil, badParam(name, raw, "a single value; write a list as JSON text and read it with json_each")
	}
	number := string(raw)
	if !strings.ContainsAny(number, ".eE") {
		if i, err := strconv.ParseInt(number, 10, 64); err == nil {
			return i, nil
		}
		return nil, badParam(name, raw, "a whole number of 64 bits")
	}
	f, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return nil, badParam(name, raw, `a number that a double can hold, or {"$real": "Infinity"}`)
	}
	return f, nil
}

// special are the reals that JSON has no number for.
var special = map[string]float64{"Infinity": math.Inf(1), "-Infinity": math.Inf(-1)}

// parseExact reads the objects with one $ key in which results give what JSON cannot hold.
func parseExact(name string, raw json.RawMessage) (any, error) {
	const accepted = `null, true, false, a number, text, {"$integer": "…"}, {"$real": "…"}, {"$blob": "base64"} or {"$text": "…"}`
	var object map[string]json.RawMessage
	if err := json.Unmarshal(raw, &object); err != nil {
		return nil, badParam(name, raw, accepted)
	}
	encoded := string(object["encoding"]) == `"base64"` // of a text that is not UTF-8
	delete(object, "bytes")
	if encoded {
		delete(object, "encoding")
	}
	for kind, inner := range object {
		var text string
		if len(object) != 1 || json.Unmarshal(inner, &text) != nil {
			break
		}
		switch kind {
		case "$text":
			if !encoded {
				return text, nil
			}
			if decoded, err := base64.StdEncoding.DecodeString(text); err == nil {
				return string(decoded), nil
			}
		case "$blob":
			if blob, err := base64.StdEncoding.DecodeString(text); err == nil {
				return blob, nil
			}
		case "$integer":
			if i, err := strconv.ParseInt(text, 10, 64); err == nil {
				return i, nil
			}
		case "$real":
			if f, ok := special[text]; ok {
				return f, nil
			}
			if f, err := strconv.ParseFloat(text, 64); err == nil && !math.IsNaN(f) && !math.IsInf(f, 0) {
				return f, nil
			}
		}
	}
	return nil, badParam(name, raw, accepted)
}

func badParam(name string, raw json.RawMessage, takes string) error {
	return tools.BadArgument(name, string(raw), takes, nil)
}
