package encode

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestScreen(t *testing.T) {
	for text, want := range map[string]string{
		"id,name\r\n1,Ann\tx\r\n":          "id,name\r\n1,Ann\tx\r\n",
		"a\x1b]0;title\x07b\x1b[2J":        "a␛]0;title␇b␛[2J",
		"over\rwritten":                    "over␍written",
		"a\u009b31m \u202e \u200b \x7f \b": "a<U+009B>31m <U+202E> <U+200B> ␡ ␈",
		"caf\xe9 \xc2":                     `caf\xe9 `,
		"日本 👩\u200d👩\u200d👧 e\u0301 │ ␛ … \ufffd <b>\n": "日本 👩\u200d👩\u200d👧 e\u0301 │ ␛ … \ufffd <b>\n",
	} {
		for size := 1; size <= len(text); size++ { // however it arrives
			var out strings.Builder
			w := Screen(&out)
			for i := 0; i < len(text); i += size {
				piece := text[i:min(i+size, len(text))]
				n, err := w.Write([]byte(piece))
				require.NoError(t, err)
				require.Equal(t, len(piece), n)
			}
			assert.Equal(t, want, out.String(), "%q in pieces of %d", text, size)
		}
	}
}
