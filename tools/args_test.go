package tools

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestParseTime(t *testing.T) {
	accept := func(given, want string) {
		t.Helper()
		got, err := ParseTime("since", given)
		require.NoError(t, err)
		assert.Equal(t, want, got.Format(time.RFC3339Nano))
	}
	refuse := func(given string) {
		t.Helper()
		_, err := ParseTime("since", given)
		var e *Error
		require.ErrorAs(t, err, &e)
		assert.Equal(t, "since", e.Argument)
		assert.Equal(t, CodeInvalidArgument, e.Code)
	}
	accept("2026-11-30", "2026-11-30T00:00:00Z")
	accept("2026-11-30T12:00:00Z", "2026-11-30T12:00:00Z")
	accept("2026-11-30T12:00:00.25+02:00", "2026-11-30T10:00:00.25Z")
	for _, given := range []string{
		"", "now", "12:00", "1778760000", "2026-13-01", "2026-02-30", "2026-11-30T25:00:00Z", "2026-11-30 12:00:00",
		"2026-11-30T12:00:00", "2026-11-30T12:00:00,5Z", "2026-11-30t12:00:00z", " 2026-11-30", "2026-1-3",
	} {
		refuse(given)
	}
	_, err := ParseDay("day", "2026-11-30T00:00:00Z")
	assert.EqualError(t, err, `invalid_argument: argument day takes a day, YYYY-MM-DD in UTC, not "2026-11-30T00:00:00Z"`)
}

func TestParseLimit(t *testing.T) {
	n := func(i int) *int { return &i }
	got, err := ParseLimit("limit", nil, 50, 500)
	require.NoError(t, err)
	assert.Equal(t, 50, got)
	got, err = ParseLimit("limit", n(500), 50, 500)
	require.NoError(t, err)
	assert.Equal(t, 500, got)
	for _, bad := range []int{0, -1, 501} {
		_, err = ParseLimit("limit", n(bad), 50, 500)
		assert.ErrorContains(t, err, "a whole number from 1 to 500")
	}
}

func TestParseOneAndList(t *testing.T) {
	accepted := []string{"json", "csv", "tsv"}
	one, err := ParseOne("format", "", "json", accepted)
	require.NoError(t, err)
	assert.Equal(t, "json", one)
	_, err = ParseOne("format", "", "", accepted)
	assert.EqualError(t, err, "invalid_argument: argument format is required: give one of json, csv, tsv")
	_, err = ParseOne("format", "jsn", "json", accepted)
	var e *Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, accepted, e.Accepted)
	assert.Equal(t, "did you mean json?", e.Hint)

	list, err := ParseList("state", " csv,json ,csv", accepted)
	require.NoError(t, err)
	assert.Equal(t, []string{"csv", "json"}, list)
	for _, bad := range []string{"csv,", ",", "csv,xml", "CSV"} {
		_, err = ParseList("state", bad, accepted)
		assert.Error(t, err, bad)
	}
	list, err = ParseList("streams", "a,b", nil)
	require.NoError(t, err)
	assert.Equal(t, []string{"a", "b"}, list)
	_, err = ParseList("streams", "a,,b", nil)
	assert.Error(t, err)
}

func TestCursors(t *testing.T) {
	cursor := EncodeCursor("fleet live", "2026-11-30T00:00:00Z", "ünï|code\x00")
	key, err := DecodeCursor("after", cursor, "fleet live", 2)
	require.NoError(t, err)
	assert.Equal(t, []string{"2026-11-30T00:00:00Z", "ünï|code\x00"}, key)
	key, err = DecodeCursor("after", "", "fleet live", 2)
	require.NoError(t, err)
	assert.Nil(t, key)
	refuse := func(given, kind string, n int) {
		t.Helper()
		_, err := DecodeCursor("after", given, kind, n)
		var e *Error
		require.ErrorAs(t, err, &e)
		assert.Equal(t, "after", e.Argument)
	}
	refuse(cursor, "fleet all", 2)
	refuse(cursor, "fleet live", 1)
	refuse(cursor+"A", "fleet live", 2)
	refuse(cursor[:len(cursor)-1], "fleet live", 2)
	refuse("0", "fleet live", 2)
	refuse("bm90IG91cnMgYXQgYWxs", "fleet live", 2)
	for i := range cursor {
		changed := []byte(cursor)
		if changed[i]++; changed[i] == cursor[i] {
			continue
		}
		refuse(string(changed), "fleet live", 2)
	}
}
