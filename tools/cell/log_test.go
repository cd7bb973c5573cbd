package cell

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/tools"
)

// logFolder makes a folder of logs in a folder of its own and returns both.
func logFolder(t *testing.T) (outer, logs string) {
	outer = t.TempDir()
	logs = filepath.Join(outer, "logs")
	require.NoError(t, os.Mkdir(logs, 0o755))
	return outer, logs
}

func write(t *testing.T, path, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
}

// readLog reads as the tool does: the check of the arguments first.
func readLog(logs, name string, tail ...int) (readLogOut, error) {
	in := readLogIn{Name: name}
	if len(tail) > 0 {
		in.TailBytes = &tail[0]
	}
	if err := in.Check(); err != nil {
		return readLogOut{}, err
	}
	c := &cell{Options: Options{Logs: logs}}
	return c.readLog(context.Background(), tools.Call{}, in)
}

func requireCode(t *testing.T, code string, err error) *tools.Error {
	t.Helper()
	var e *tools.Error
	require.ErrorAs(t, err, &e)
	require.Equal(t, code, e.Code, "%s", e.Message)
	return e
}

func TestReadLogTail(t *testing.T) {
	_, logs := logFolder(t)
	write(t, filepath.Join(logs, "a.log"), "first\nsecond\n")
	out, err := readLog(logs, "a.log")
	require.NoError(t, err)
	assert.Equal(t, readLogOut{Name: "a.log", Size: 13, Content: "first\nsecond\n"}, out)

	out, err = readLog(logs, "a.log", 7)
	require.NoError(t, err)
	assert.Equal(t, readLogOut{Name: "a.log", Size: 13, Offset: 6, Truncated: true, Content: "second\n"}, out)

	write(t, filepath.Join(logs, "empty.log"), "")
	out, err = readLog(logs, "empty.log")
	require.NoError(t, err)
	assert.Equal(t, readLogOut{Name: "empty.log"}, out)
}

func TestReadLogCutsAtCharacters(t *testing.T) {
	_, logs := logFolder(t)
	text := "aé€𝄞z" // 1, 2, 3, 4 and 1 bytes
	write(t, filepath.Join(logs, "u.log"), text)
	for tail, want := range map[int]string{
		1: "z", 2: "z", 3: "z", 4: "z", 5: "𝄞z", 6: "𝄞z", 7: "𝄞z", 8: "€𝄞z", 9: "€𝄞z", 10: "é€𝄞z", 11: "aé€𝄞z", 12: "aé€𝄞z",
	} {
		out, err := readLog(logs, "u.log", tail)
		require.NoError(t, err)
		assert.Equal(t, want, out.Content, "tail_bytes %d", tail)
		assert.EqualValues(t, len(text)-len(want), out.Offset)
		assert.Equal(t, want != text, out.Truncated)
	}
}

func TestReadLogReplacesInvalidBytes(t *testing.T) {
	_, logs := logFolder(t)
	write(t, filepath.Join(logs, "b.log"), "\x80\xffa\x00b\xe2\x82")
	out, err := readLog(logs, "b.log")
	require.NoError(t, err)
	assert.Equal(t, "\ufffd\ufffda\x00b\ufffd\ufffd", out.Content)
	out, err = readLog(logs, "b.log", 6) // \xff is no character that a cut could halve
	require.NoError(t, err)
	assert.Equal(t, "\ufffda\x00b\ufffd\ufffd", out.Content)
	assert.EqualValues(t, 1, out.Offset)
}

// Whatever the bytes and the cut: at most tail_bytes are read, fewer only by the rest of one character, and what comes
// out is the file's own text from the offset on.
func TestReadLogTailProperty(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	alphabet := []string{"a", "é", "€", "𝄞", "\x80", "\xff", "\xe2", "\xf0\x9d", "\n"}
	for range 2000 {
		var text strings.Builder
		for range random.IntN(12) {
			text.WriteString(alphabet[random.IntN(len(alphabet))])
		}
		tail := 1 + random.IntN(16)
		file := text.String()
		out, err := readTail(&sized{bytes.NewReader([]byte(file)), int64(len(file))}, int64(tail))
		require.NoError(t, err)
		read := len(file) - int(out.Offset)
		require.LessOrEqual(t, read, tail)
		require.Greater(t, read, min(tail, len(file))-utf8.UTFMax)
		require.Equal(t, string([]rune(file[out.Offset:])), out.Content)
		require.True(t, utf8.ValidString(out.Content))
		whole := string([]rune(file))
		require.True(t, strings.HasSuffix(whole, out.Content), "%q cut at %d gives %q, which is no end of the text", file, tail, out.Content)
	}
}

type sized struct {
	*bytes.Reader
	size int64
}

func (s *sized) Stat() (os.FileInfo, error) { return sizedInfo{size: s.size}, nil }

type sizedInfo struct {
	os.FileInfo
	size int64
}

func (i sizedInfo) Size() int64 { return i.size }

func TestReadLogHugeFile(t *testing.T) {
	_, logs := logFolder(t)
	path := filepath.Join(logs, "huge.log")
	f, err := os.Create(path)
	require.NoError(t, err)
	require.NoError(t, f.Truncate(1<<40)) // sparse
	_, err = f.WriteAt([]byte("the end\n"), 1<<40)
	require.NoError(t, err)
	require.NoError(t, f.Close())
	out, err := readLog(logs, "huge.log", 8)
	require.NoError(t, err)
	assert.Equal(t, "the end\n", out.Content)
	assert.EqualValues(t, 1<<40+8, out.Size)
	assert.EqualValues(t, 1<<40, out.Offset)
}

func TestReadLogNames(t *testing.T) {
	outer, logs := logFolder(t)
	write(t, filepath.Join(outer, "secret.txt"), "secret")
	write(t, filepath.Join(logs, "a.log"), "a")
	for _, name := range []string{
		"", ".", "..", "../secret.txt", "..\\secret.txt", "a/b", "/etc/passwd", ".hidden", "a\x00.log", "a..log", "C:\\x", strings.Repeat("a", 300),
	} {
		_, err := readLog(logs, name)
		e := requireCode(t, tools.CodeInvalidArgument, err)
		assert.Equal(t, "name", e.Argument, "%q", name)
	}
	for _, tail := range []int{0, -1, 65537} {
		_, err := readLog(logs, "a.log", tail)
		e := requireCode(t, tools.CodeInvalidArgument, err)
		assert.Equal(t, "tail_bytes", e.Argument)
	}
	for _, name := range []string{"a b.log", "é.log", "-x", "a.log.1", "x:y"} {
		write(t, filepath.Join(logs, name), "fine")
		out, err := readLog(logs, name)
		require.NoError(t, err, name)
		assert.Equal(t, "fine", out.Content)
	}
}

func TestReadLogUnknownNamesTheOthers(t *testing.T) {
	_, logs := logFolder(t)
	write(t, filepath.Join(logs, "franklin.log"), "")
	_, err := readLog(logs, "frankln.log")
	e := requireCode(t, CodeUnknownLog, err)
	assert.Equal(t, []string{"franklin.log"}, e.Accepted)
	assert.NotContains(t, e.Error()+e.Hint, logs, "no absolute path")

	_, err = readLog(filepath.Join(logs, "nothing"), "a.log")
	e = requireCode(t, tools.CodeUnavailable, err)
	assert.NotContains(t, e.Error()+e.Hint, logs)
}

func TestReadLogSymlinks(t *testing.T) {
	outer, logs := logFolder(t)
	write(t, filepath.Join(outer, "secret.txt"), "secret")
	write(t, filepath.Join(logs, "2026.log"), "today")
	require.NoError(t, os.Mkdir(filepath.Join(logs, "old"), 0o755))
	write(t, filepath.Join(logs, "old", "x.log"), "old")
	link := func(target, name string) { require.NoError(t, os.Symlink(target, filepath.Join(logs, name))) }
	link("2026.log", "current.log")
	link(filepath.Join(logs, "2026.log"), "absolute.log")
	link("old/x.log", "nested.log")
	link("../logs/2026.log", "roundabout.log")
	for name, want := range map[string]string{"current.log": "today", "absolute.log": "today", "nested.log": "old"} {
		out, err := readLog(logs, name)
		require.NoError(t, err, "%s stays inside the folder", name)
		assert.Equal(t, want, out.Content)
	}
	link("../secret.txt", "out.log")
	link(filepath.Join(outer, "secret.txt"), "out2.log")
	link("/etc/passwd", "out3.log")
	link("out.log", "twice.log")
	link("loop.log", "loop.log")
	link(filepath.Join(logs, "out.log"), "absolute-out.log")
	require.NoError(t, os.Symlink(outer, filepath.Join(logs, "up")))
	link("up/secret.txt", "through.log")
	for _, name := range []string{"out.log", "out2.log", "out3.log", "twice.log", "loop.log", "absolute-out.log", "through.log", "roundabout.log"} {
		out, err := readLog(logs, name)
		require.Error(t, err, name)
		assert.Empty(t, out.Content)
		requireCode(t, CodeNotALog, err)
	}
	link("gone.log", "dangling.log")
	_, err := readLog(logs, "dangling.log")
	requireCode(t, CodeUnknownLog, err)
}

// An attacker who can write in the folder swaps a name between a log and a link out of it, as fast as they can.
func TestReadLogRace(t *testing.T) {
	outer, logs := logFolder(t)
	write(t, filepath.Join(outer, "secret.txt"), "secret")
	write(t, filepath.Join(logs, "honest"), "honest")
	require.NoError(t, os.Symlink("../secret.txt", filepath.Join(logs, "evil")))
	name := filepath.Join(logs, "a.log")
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			scratch := filepath.Join(logs, "scratch")
			os.Remove(scratch)
			if i%2 == 0 {
				os.Link(filepath.Join(logs, "honest"), scratch)
			} else {
				os.Symlink("../secret.txt", scratch)
			}
			os.Rename(scratch, name)
		}
	}()
	defer func() {
		close(stop)
		<-done
	}()
	// On a busy machine one side can be kept waiting for longer than many reads take, so that they all meet the same
	// state of the name: the reads go on until they have met both.
	honest, refused := 0, 0
	late := time.Now().Add(3 * time.Minute)
	for n := 0; n < 3000 || honest == 0 || refused == 0; n++ {
		require.True(t, time.Now().Before(late), "%d honest reads and %d refused ones: the name is not swapped", honest, refused)
		out, err := readLog(logs, "a.log")
		if err != nil {
			refused++
			continue
		}
		honest++
		require.Equal(t, "honest", out.Content)
	}
}

func TestReadLogFolderIsALink(t *testing.T) {
	outer, logs := logFolder(t)
	write(t, filepath.Join(logs, "a.log"), "a")
	alias := filepath.Join(outer, "alias")
	require.NoError(t, os.Symlink(logs, alias))
	require.NoError(t, os.Symlink(filepath.Join(logs, "a.log"), filepath.Join(logs, "b.log")))
	for _, name := range []string{"a.log", "b.log"} {
		out, err := readLog(alias, name)
		require.NoError(t, err)
		assert.Equal(t, "a", out.Content)
	}
}

func TestReadLogUnreadable(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root reads every file")
	}
	_, logs := logFolder(t)
	path := filepath.Join(logs, "a.log")
	write(t, path, "a")
	require.NoError(t, os.Chmod(path, 0))
	_, err := readLog(logs, "a.log")
	requireCode(t, tools.CodeUnavailable, err)
	assert.False(t, errors.Is(err, os.ErrNotExist))
}
