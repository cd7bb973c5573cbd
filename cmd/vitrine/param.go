package main

import (
	"encoding/hex"
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"vitrine/query"
)

const paramHint = "write --param name=value, or name:text=, name:integer=, name:real=, name:blob=HEX, name:boolean= or name:null; a number names a parameter by its place"

// parseParams reads the values of --param. A name is that of a parameter without its sign, or its place from 1. Without
// a type, a value that is a number as JSON writes them is that integer or real, and everything else is text; with a type
// it is that or an error. Both the last `:` in front of the `=` and the type behind it belong to the type.
func parseParams(given []string) (query.Args, error) {
	args := query.Args{}
	for _, param := range given {
		name, text, hasValue := strings.Cut(strings.TrimLeft(param, ":@$?"), "=")
		kind := ""
		if i := strings.LastIndexByte(name, ':'); i >= 0 {
			name, kind = name[:i], name[i+1:]
			if kind == "" {
				return nil, usagef(paramHint, "--param %q has no type behind its colon", param)
			}
		}
		if name == "" {
			return nil, usagef(paramHint, "--param %q has no name", param)
		}
		if !hasValue && kind != "null" {
			return nil, usagef(paramHint, "--param %q has no value", param)
		}
		if _, twice := args[name]; twice {
			return nil, usagef("give it once", "--param gives %q twice", name)
		}
		value, err := parseParam(kind, text)
		if err != nil {
			return nil, usagef(paramHint, "--param %s: %v", name, err)
		}
		args[name] = value
	}
	return args, nil
}

// parseParam reads one value of the type that is given, or of the one that it looks like.
func parseParam(kind, text string) (any, error) {
	switch kind {
	case "":
		return plainParam(text)
	case "text":
		return text, nil
	case "integer":
		if i, err := strconv.ParseInt(text, 10, 64); err == nil {
			return i, nil
		}
		return nil, failf("", "%q is no whole number of 64 bits", text)
	case "real":
		if f, err := strconv.ParseFloat(text, 64); err == nil {
			return f, nil
		}
		return nil, failf("", "%q is no number that a double holds", text)
	case "blob":
		if b, err := hex.DecodeString(text); err == nil {
			return b, nil
		}
		return nil, failf("", "%q is no sequence of pairs of hex digits", text)
	case "boolean":
		if text == "true" || text == "false" {
			return text == "true", nil
		}
		return nil, failf("", "%q is neither true nor false", text)
	case "null":
		if text == "" {
			return nil, nil
		}
		return nil, failf("", "null takes no value")
	}
	return nil, failf("", "unknown type %q", kind)
}

// plainParam reads a value without a type.
func plainParam(text string) (any, error) {
	if text == "" || text[0] != '-' && (text[0] < '0' || text[0] > '9') || !json.Valid([]byte(text)) {
		return text, nil
	}
	if !strings.ContainsAny(text, ".eE") {
		if i, err := strconv.ParseInt(text, 10, 64); err == nil {
			return i, nil
		}
		return nil, failf("", "%s does not fit into 64 bits: say whether it is :text or :real", text)
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(f, 0) {
		return nil, failf("", "%s is too large for a real: say :text", text)
	}
	return f, nil
}
