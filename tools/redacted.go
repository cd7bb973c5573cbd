package tools

import (
	"encoding/json"
	"slices"

	"vitrine/guard"
	"vitrine/tools/redact"
	"vitrine/tools/strictjson"
)

// NoticeRedacted is told with a result from which folders were taken.
var NoticeRedacted = guard.Notice{
	Code: "paths_redacted", Message: "absolute paths are shown as … and their last element",
}

// redacted returns the result with absolute paths reduced to their last element, and with a notice where that changed
// anything. Rows of a source whose data must come exactly, the result itself says so, are left alone.
func redacted(r *Result) *Result {
	if r.Exact && !r.IsError {
		return r
	}
	same := r.Text == string(r.JSON)
	encoded, changed := redact.JSON(r.JSON)
	text := r.Text
	if !same {
		text = redact.Text(r.Text)
		changed = changed || text != r.Text
	}
	content, other := redact.JSON(r.Content)
	if !changed && !other {
		return r
	}
	out := *r
	out.JSON, out.Content = withNotice(encoded, NoticeRedacted), content
	if same {
		out.Text = string(out.JSON)
	} else {
		out.Text = text + "\nnotice: " + NoticeRedacted.Code + ": " + NoticeRedacted.Message + "\n"
	}
	return &out
}

// withNotice adds a notice to an encoded result, in its own list where it has one.
func withNotice(object json.RawMessage, n guard.Notice) json.RawMessage {
	members, err := strictjson.Object(object)
	notice, encodeErr := encodeJSON(n)
	if err != nil || encodeErr != nil {
		return object
	}
	at := slices.IndexFunc(members, func(m strictjson.Member) bool { return m.Key == "notices" })
	if at < 0 {
		members = append(members, strictjson.Member{Key: "notices", Raw: slices.Concat([]byte{'['}, notice, []byte{']'})})
	} else if list := members[at].Raw; strictjson.KindOf(list) == "array" {
		inner := list[:len(list)-1]
		if elements, _ := strictjson.Array(list); len(elements) > 0 {
			inner = append(slices.Clone(inner), ',')
		}
		members[at].Raw = slices.Concat(inner, notice, []byte{']'})
	}
	out := []byte{'{'}
	for i, m := range members {
		if i > 0 {
			out = append(out, ',')
		}
		key, err := encodeJSON(m.Key)
		if err != nil {
			return object
		}
		out = append(out, key...)
		out = append(out, ':')
		out = append(out, m.Raw...)
	}
	return append(out, '}')
}
