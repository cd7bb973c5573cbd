package tools

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
)

// encodeObject encodes a struct with contract_version in front and nil slices as []. Field order is the struct's and
// map keys are sorted, so equal values give equal bytes.
func encodeObject(v any) (json.RawMessage, error) {
	filled := reflect.New(reflect.TypeOf(v)).Elem()
	filled.Set(reflect.ValueOf(v))
	fillSlices(filled)
	encoded, err := encodeJSON(filled.Interface())
	if err != nil {
		return nil, err
	}
	return Object(encoded), nil
}

// encodeJSON encodes without the escapes that only HTML needs.
func encodeJSON(v any) (json.RawMessage, error) {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(buffer.Bytes(), []byte("\n")), nil
}

var marshaler = reflect.TypeFor[json.Marshaler]()

// fillSlices makes every nil slice that v leads to an empty one. What encodes itself is left alone.
func fillSlices(v reflect.Value) {
	if v.Type().Implements(marshaler) || v.CanAddr() && v.Addr().Type().Implements(marshaler) {
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			field := v.Type().Field(i)
			if (field.IsExported() || field.Anonymous) && !strings.Contains(field.Tag.Get("json"), ",omitzero") {
				fillSlices(v.Field(i))
			}
		}
	case reflect.Slice:
		if v.IsNil() && v.CanSet() {
			v.Set(reflect.MakeSlice(v.Type(), 0, 0))
		}
		if holdsSlices(v.Type().Elem()) {
			for i := range v.Len() {
				fillSlices(v.Index(i))
			}
		}
	case reflect.Pointer:
		if !v.IsNil() {
			fillSlices(v.Elem())
		}
	case reflect.Map:
		if !holdsSlices(v.Type().Elem()) {
			return
		}
		for _, key := range v.MapKeys() {
			value := reflect.New(v.Type().Elem()).Elem()
			value.Set(v.MapIndex(key))
			fillSlices(value)
			v.SetMapIndex(key, value)
		}
	case reflect.Interface:
		if !v.IsNil() && v.CanSet() && holdsSlices(v.Elem().Type()) {
			value := reflect.New(v.Elem().Type()).Elem()
			value.Set(v.Elem())
			fillSlices(value)
			v.Set(value)
		}
	}
}

// holdsSlices reports whether values of the type can lead to a slice.
func holdsSlices(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Struct, reflect.Slice, reflect.Pointer, reflect.Map, reflect.Interface, reflect.Array:
		return true
	}
	return false
}
