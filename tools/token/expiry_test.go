package token

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// TestExpired: a token counts until the instant that it expires at, and no longer; a clock that is set back makes it
// count again.
func TestExpired(t *testing.T) {
	end := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
	for now, expired := range map[time.Time]bool{
		end.Add(-time.Nanosecond): false, end: true, end.Add(time.Nanosecond): true, end.AddDate(100, 0, 0): true, {}: false,
	} {
		assert.Equal(t, expired, Token{Expires: end}.Expired(now), now)
	}
	assert.False(t, Token{}.Expired(end.AddDate(7000, 0, 0)), "no date, no expiry")
}
