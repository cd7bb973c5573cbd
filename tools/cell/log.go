package cell

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"vitrine/tools"
)

// The bounds of tail_bytes, and how many names a refusal lists.
const (
	defaultTail = 4096
	maxTail     = 64 << 10
	maxLogNames = 20
)

type readLogIn struct {
	Name      string `json:"name" jsonschema:"base name of a file in the log folder, such as franklin.log"`
	TailBytes *int   `json:"tail_bytes,omitempty" jsonschema:"how many bytes from the end" minimum:"1" maximum:"65536" default:"4096"`
}

// Check implements tools.Checker.
func (in *readLogIn) Check() error {
	if err := checkLogName(in.Name); err != nil {
		return err
	}
	_, err := tools.ParseLimit("tail_bytes", in.TailBytes, defaultTail, maxTail)
	return err
}

// checkLogName takes a base name and nothing else, whatever the system calls a separator.
func checkLogName(name string) error {
	why := ""
	switch {
	case name == "":
		why = "it is empty"
	case strings.ContainsRune(name, 0):
		why = "it holds a NUL character"
	case strings.ContainsAny(name, `/\`):
		why = "it holds a separator"
	case strings.HasPrefix(name, "."):
		why = "it begins with a dot"
	case strings.Contains(name, ".."):
		why = "it holds .."
	case len(name) > 255:
		why = "it is longer than 255 bytes"
	case !filepath.IsLocal(name):
		why = "it is no plain file name on this system"
	default:
		return nil
	}
	e := tools.BadArgument("name", name, "the base name of a log ("+why+")", nil)
	e.Hint = "give a name such as franklin.log, without a folder"
	return e
}

type readLogOut struct {
	Name      string `json:"name"`
	Size      int64  `json:"size" jsonschema:"bytes of the whole file"`
	Offset    int64  `json:"offset" jsonschema:"where in the file the content begins"`
	Truncated bool   `json:"truncated" jsonschema:"true where the file has more before the content"`
	Content   string `json:"content" jsonschema:"the last bytes as text; bytes that are not UTF-8 read as U+FFFD"`
}

func (c *cell) readLog(_ context.Context, _ tools.Call, in readLogIn) (readLogOut, error) {
	tail, err := tools.ParseLimit("tail_bytes", in.TailBytes, defaultTail, maxTail)
	if err != nil {
		return readLogOut{}, err
	}
	root, err := os.OpenRoot(c.Logs)
	if err != nil {
		return readLogOut{}, &tools.Error{
			Code: tools.CodeUnavailable, Message: "the log folder cannot be opened: " + reason(err),
			Hint: "cell.logs in the configuration names the folder",
		}
	}
	defer root.Close()
	f, err := openLog(root, c.Logs, in.Name)
	if err != nil {
		return readLogOut{}, logError(root, in.Name, err)
	}
	defer f.Close()
	out, err := readTail(f, int64(tail))
	if err != nil {
		return readLogOut{}, &tools.Error{
			Code: tools.CodeUnavailable, Argument: "name", Given: in.Name, Message: "the log cannot be read: " + reason(err),
			Hint: "look at the file's permissions",
		}
	}
	out.Name = in.Name
	return out, nil
}

var errNotRegular = errors.New("not a regular file")

// openLog opens a regular file below root. The folder is held by its handle, so that nothing put in place of a path in
// the meantime can lead elsewhere; what was opened is looked at on its own handle, so that a file cannot become a FIFO
// between the look and the open; and the open never waits for the other end of a FIFO.
func openLog(root *os.Root, folder, name string) (*os.File, error) {
	if info, err := root.Stat(name); err == nil && !info.Mode().IsRegular() {
		return nil, errNotRegular // spares devices an open, which some of them act on
	}
	f, err := root.OpenFile(name, os.O_RDONLY|openWithoutWaiting, 0)
	if err != nil {
		inside, ok := absoluteLink(root, folder, name)
		if !ok {
			return nil, err
		}
		if f, err = root.OpenFile(inside, os.O_RDONLY|openWithoutWaiting, 0); err != nil {
			return nil, err
		}
	}
	return openedLog(f)
}

// openedLog looks at what was opened, whatever it was called.
func openedLog(f *os.File) (*os.File, error) {
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errNotRegular
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// absoluteLink returns where inside the folder an absolute symbolic link leads, since os.Root takes only relative ones
// and log rotation often writes the other kind. It only finds a name: opening it is again held to the folder.
func absoluteLink(root *os.Root, folder, name string) (string, bool) {
	target, err := root.Readlink(name)
	if err != nil || !filepath.IsAbs(target) {
		return "", false
	}
	for _, base := range []string{folder, resolved(folder)} {
		if inside, err := filepath.Rel(base, target); err == nil && filepath.IsLocal(inside) && inside != "." {
			return inside, true
		}
	}
	return "", false
}

func resolved(folder string) string {
	if real, err := filepath.EvalSymlinks(folder); err == nil {
		return real
	}
	return folder
}

// readTail reads the last bytes of a file, from the first whole character among them on.
func readTail(f io.ReaderAt, tail int64) (readLogOut, error) {
	size, err := sizeOf(f)
	if err != nil {
		return readLogOut{}, err
	}
	offset := max(0, size-tail)
	before := min(offset, utf8.UTFMax-1) // what shows whether a character began before the offset
	buffer := make([]byte, before+size-offset)
	n, err := f.ReadAt(buffer, offset-before)
	if err != nil && err != io.EOF { // EOF: the file shrank in the meantime
		return readLogOut{}, err
	}
	buffer = buffer[:n]
	skip := cutBoundary(buffer, int(min(before, int64(n))))
	offset += int64(skip) - before
	return readLogOut{Size: size, Offset: offset, Truncated: offset > 0, Content: validText(buffer[skip:])}, nil
}

// cutBoundary returns the first index at or behind cut that does not lie inside a character of b.
func cutBoundary(b []byte, cut int) int {
	for start := max(0, cut-utf8.UTFMax+1); start < cut; start++ {
		if r, width := utf8.DecodeRune(b[start:]); (r != utf8.RuneError || width > 1) && start+width > cut {
			return start + width
		}
	}
	return cut
}

// validText replaces each byte that is no part of a UTF-8 character by U+FFFD.
func validText(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	return string([]rune(string(b)))
}

func sizeOf(f io.ReaderAt) (int64, error) {
	if file, ok := f.(interface{ Stat() (fs.FileInfo, error) }); ok {
		info, err := file.Stat()
		if err != nil {
			return 0, err
		}
		return info.Size(), nil
	}
	return 0, errors.New("the size is not known")
}

// logError says why a log was not opened, and which logs there are.
func logError(root *os.Root, name string, err error) error {
	e := &tools.Error{Code: CodeNotALog, Argument: "name", Given: name, Hint: "only regular files inside the log folder are read"}
	switch {
	case errors.Is(err, errNotRegular), isNoFile(err):
		e.Message = fmt.Sprintf("%s is no regular file", strconv.Quote(name))
	case errors.Is(err, fs.ErrNotExist):
		e.Code, e.Message = CodeUnknownLog, fmt.Sprintf("there is no log %s", strconv.Quote(name))
	case errors.Is(err, fs.ErrPermission):
		e.Code, e.Message = tools.CodeUnavailable, fmt.Sprintf("the log %s cannot be read: permission denied", strconv.Quote(name))
		e.Hint = "look at the file's permissions"
		return e
	default: // os.Root's own "path escapes from parent", a loop of links
		e.Message = fmt.Sprintf("%s is a symbolic link that does not lead to a file of the log folder", strconv.Quote(name))
	}
	e.Accepted = logNames(root)
	if len(e.Accepted) > 0 {
		e.Hint = "there are: " + strings.Join(e.Accepted, ", ")
	}
	return e
}

// logNames lists regular files of the folder, the most recently written first.
func logNames(root *os.Root) []string {
	folder, err := root.Open(".")
	if err != nil {
		return nil
	}
	defer folder.Close()
	entries, _ := folder.ReadDir(1000)
	type log struct {
		name     string
		modified int64
	}
	var logs []log
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil && info.Mode().IsRegular() && checkLogName(entry.Name()) == nil && utf8.ValidString(entry.Name()) {
			logs = append(logs, log{entry.Name(), info.ModTime().UnixNano()})
		}
	}
	slices.SortFunc(logs, func(a, b log) int {
		if a.modified != b.modified {
			return int(min(1, max(-1, b.modified-a.modified)))
		}
		return strings.Compare(a.name, b.name)
	})
	var names []string
	for _, l := range logs[:min(len(logs), maxLogNames)] {
		names = append(names, l.name)
	}
	return names
}

// reason is what the system says of a file error, without the path.
func reason(err error) string {
	var at *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "it does not exist"
	case errors.Is(err, fs.ErrPermission):
		return "permission denied"
	case errors.As(err, &at):
		return at.Err.Error()
	}
	return "it cannot be read"
}
