package redact

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestText(t *testing.T) {
	hide := func(text, want string) {
		t.Helper()
		assert.Equal(t, want, Text(text), "%q", text)
	}
	stay := func(text string) {
		t.Helper()
		hide(text, text)
	}
	hide("/etc/passwd", "…/passwd")
	hide("/tmp", "…/tmp")
	hide("/home/ann/", "…/ann")
	hide("open /home/ann/db.sqlite: no such file", "open …/db.sqlite: no such file")
	hide(`open "/home/ann/My Files/db 1.sqlite": no`, `open "…/db 1.sqlite": no`)
	hide(`'/a b/c d' and '/e f/g'`, `'…/c d' and '…/g'`)
	hide("stat /Users/Ann Smith/Library/Application Support/x.sqlite: gone", "stat …/x.sqlite: gone")
	hide("/usr/bin:/usr/local/bin", "…/bin:…/bin")
	hide("path=/srv/x, log=/var/log/y.", "path=…/x, log=…/y.")
	hide("(/a/b)", "(…/b)")
	hide("[/a/b]", "[…/b]")
	hide("file:///home/ann/a%20b.txt", "…/a%20b.txt")
	hide("file://host/share/a.txt", "…/a.txt")
	hide("FILE:///C:/Users/a.txt", "…/a.txt")
	hide("sqlite:///home/ann/a.db", "sqlite:…/a.db")
	hide(`C:\Users\Ann\a.txt`, "…/a.txt")
	hide(`see C:\Users\Ann\a.txt:12`, "see …/a.txt:12")
	hide(`"C:\Program Files\x\y.exe"`, `"…/y.exe"`)
	hide("C:/Users/Ann/a.txt", "…/a.txt")
	hide(`\\server\share\dir\a.txt`, "…/a.txt")
	hide(`C:\\Users\\Ann\\a.txt`, "…/a.txt")
	hide("/a/b.go:12:3: bad", "…/b.go:12:3: bad")
	hide("user@host:/srv/x", "user@host:…/x")
	hide("→/etc/x", "→…/x")
	hide("x\n/etc/y\n", "x\n…/y\n")
	hide(">/dev/null", ">…/null")
	hide("/home/ünï/ç.txt", "…/ç.txt")
	hide("/a/b has 3/4 left", "…/b has 3/4 left")

	hide("db=%2Fhome%2Fann%2Fx.db", "db=…/x.db")
	hide("%252Fhome%252fann%252Fx.db", "…/x.db")
	hide("file%3A%2F%2F%2Fhome%2Fann%2Fx.db", "…/x.db")
	hide("C%3A%5CUsers%5Cann%5Cx.db ok", "…/x.db ok")
	hide(`{"p": "\u002fhome\u002Fann\u002fx.db"}`, `{"p": "…/x.db"}`)
	hide(`\x2fhome\x2fann &#47;home&#x2F;ann&sol;y`, `…/ann …/y`)
	hide("／home／ann／z ⁄home⁄z ∕home∕z C:＼x＼z", "…/z …/z …/z …/z")
	// What the first pass leaves is a path again.
	hide("/#A:/0", "…/#…/0")

	stay("100%25 of 50%2F50, 3⁄4, a%2Fb, and／or, \\u0041, &#65;")
	stay("see https://example.com/?next=%2Fhome%2Fann")
	stay("3/4")
	stay("3 /4 of it, 1 / 2")
	stay("2026/11/30")
	stay("11/30/2026 12:00:00.5")
	stay("text/html, N/A, and/or, I/O, km/h")
	stay("https://example.com/api/users?x=/etc/passwd#/a/b")
	stay("see (http://localhost:8080/api/users)")
	stay("postgres://host/db s3://bucket/key")
	stay("localhost:8765/mcp")
	stay("./a/b ../c/d ~/e a/b")
	stay("</div> <br/> a </b>")
	stay("SELECT 1 /* c */ -- x // y")
	stay("…/passwd")
	stay(`a\b \n \d+ \\ C: c:\`)
	stay("/ // /")
	stay("-1.5 1e9 0x2F")
}

func TestValueMayHaveSpaces(t *testing.T) {
	assert.Equal(t, "…/x y.sqlite", Value("/Users/Ann B C/Library/x y.sqlite"))
	assert.Equal(t, "…/b c", Value(`C:\Users\Ann B\b c`))
	assert.Equal(t, "see …/b", Value("see /a/b"))
	assert.Equal(t, "…/a\n…/d", Value("/x/a\n/c/d"))
}

func TestJSON(t *testing.T) {
	raw, changed := JSON([]byte(`{"a":"/x/y","n":1.0e2,"k\"/q":["C:\\u\\v",null,"3/4"],"u":"\u002fetc\u002fz","/p/q":1}`))
	assert.True(t, changed)
	assert.Equal(t, `{"a":"…/y","n":1.0e2,"k\"…/q":["…/v",null,"3/4"],"u":"…/z","…/q":1}`, string(raw))
	same := []byte(`{"a":"3/4","b":"https://x/y"}`)
	raw, changed = JSON(same)
	assert.False(t, changed)
	assert.Equal(t, string(same), string(raw))
}

// TestNoFolderLeaves is the promise as a property: whatever path stands in whatever sentence, none of its folders is in
// the redacted text, its last element is, and a second pass changes nothing.
func TestNoFolderLeaves(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pick := func(of ...string) string { return of[random.IntN(len(of))] }
	for n := range 20000 {
		var folders []string
		for i := range 1 + random.IntN(4) {
			folders = append(folders, fmt.Sprintf("%s%dq%d", pick("dir", "Ordner", "ünï", "a-b", "x.y", "_z", "@w"), n, i))
		}
		name := fmt.Sprintf("%s%d%s", pick("file", "log", "é"), n, pick("", ".txt", ".tar.gz"))
		separator, root := "/", pick("/", "/", "file:///", "C:/", "file://host/")
		if random.IntN(3) == 0 {
			separator, root = `\`, pick(`C:\`, `\\srv\`, `z:\`)
		}
		quote := pick("", "", `"`, "'", "`")
		if quote != "" && random.IntN(2) == 0 {
			folders[0] += " mit Leerzeichen"
		}
		path := root + strings.Join(folders, separator) + separator + name
		text := pick("", "open ", "a=", "(", "at: ", "3/4 of ", "https://h/api/users ", "[", "x\n", ", ") + quote + path + quote +
			pick("", ": gone", ", then", ")", " 3/4", " and text/html", "\n", "; 2026/11/30", " </p>")
		got := Text(text)
		for _, folder := range folders {
			if strings.Contains(got, folder) {
				t.Fatalf("%q leaves %q in %q", text, folder, got)
			}
		}
		if !strings.Contains(got, Mark+name) {
			t.Fatalf("%q loses its name: %q", text, got)
		}
		if again := Text(got); again != got {
			t.Fatalf("%q is not stable: %q", got, again)
		}
	}
}
