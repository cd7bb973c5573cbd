package audit

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"hash"
	"strconv"
	"strings"
	"time"
)

// Entry is one line of the log.
type Entry struct {
	Sequence   int64     `json:"seq"` // from 1, over rotated files too
	Time       time.Time `json:"time"`
	Principal  string    `json:"principal,omitempty"`
	Tool       string    `json:"tool,omitempty"`
	Source     string    `json:"source,omitempty"`
	SQL        string    `json:"sql,omitempty"`
	SQLSHA256  string    `json:"sql_sha256,omitempty"`
	Verdict    string    `json:"verdict"` // ok, or the code of the error
	Rows       int       `json:"rows"`
	Bytes      int       `json:"bytes"` // of the text that the caller gets
	DurationUS int64     `json:"duration_us"`
	Torn       *Torn     `json:"torn,omitempty"` // the line before is one that a crash cut off
	Previous   string    `json:"prev"`           // the hash of the line before
	Hash       string    `json:"hash"`
}

// Torn describes the beginning of a line that a crash left behind. It stays in the file; this binds it to the chain.
type Torn struct {
	Bytes  int    `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// VerdictOK is the verdict of a call that was answered; others are error codes.
const VerdictOK = "ok"

// verdictRecovered is that of a line that no call made: it tells of a torn one before it.
const verdictRecovered = "recovered"

// zero is what stands for the hash before the first line.
var zero = strings.Repeat("0", 2*sha256.Size)

const (
	hashKey  = `,"hash":"`
	hashTail = len(hashKey) + 2*sha256.Size + len(`"}`)
)

// seal encodes the entry as a line with its hash, and returns it with the line feed. The hash covers every byte of the
// line before it, the previous hash among them.
func seal(chain hash.Hash, e Entry) (line []byte, hash string, err error) {
	out := make([]byte, 0, 480+len(e.SQL)*9/8)
	out = append(out, `{"seq":`...)
	out = strconv.AppendInt(out, e.Sequence, 10)
	out = append(out, `,"time":"`...)
	out = e.Time.UTC().AppendFormat(out, time.RFC3339Nano)
	out = append(out, '"')
	for _, field := range [...]struct{ key, value string }{
		{`,"principal":`, e.Principal},
		{`,"tool":`, e.Tool},
		{`,"source":`, e.Source},
		{`,"sql":`, e.SQL},
		{`,"sql_sha256":`, e.SQLSHA256},
		{`,"verdict":`, e.Verdict},
	} {
		if field.value == "" {
			continue
		}
		out = append(out, field.key...)
		if plain(field.value) {
			out = append(append(append(out, '"'), field.value...), '"')
			continue
		}
		text, err := json.Marshal(field.value)
		if err != nil {
			return nil, "", err
		}
		out = append(out, text...)
	}
	out = append(out, `,"rows":`...)
	out = strconv.AppendInt(out, int64(e.Rows), 10)
	out = append(out, `,"bytes":`...)
	out = strconv.AppendInt(out, int64(e.Bytes), 10)
	out = append(out, `,"duration_us":`...)
	out = strconv.AppendInt(out, e.DurationUS, 10)
	if e.Torn != nil {
		out = append(out, `,"torn":{"bytes":`...)
		out = strconv.AppendInt(out, int64(e.Torn.Bytes), 10)
		out = append(out, `,"sha256":"`...)
		out = append(out, e.Torn.SHA256...)
		out = append(out, `"}`...)
	}
	out = append(out, `,"prev":"`...)
	out = append(out, e.Previous...)
	out = append(out, '"')
	hash = mac(chain, out)
	out = append(out, hashKey...)
	out = append(out, hash...)
	return append(out, '"', '}', '\n'), hash, nil
}

// plain reports whether JSON writes the text as it is.
func plain(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < 0x20 || c > 0x7e || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			return false
		}
	}
	return true
}

// newChain returns the HMAC of a key. It is for one goroutine, and cheaper to use again than to make.
func newChain(key []byte) hash.Hash { return hmac.New(sha256.New, key) }

func mac(chain hash.Hash, data []byte) string {
	var sum [sha256.Size]byte
	chain.Reset()
	chain.Write(data)
	return hex.EncodeToString(chain.Sum(sum[:0]))
}

var (
	errIncomplete = errors.New("the line is incomplete")
	errChanged    = errors.New("the line was changed, or another key wrote it")
)

// parse reads a line, without its line feed.
func parse(line []byte) (Entry, error) {
	var e Entry
	if len(line) <= hashTail || !bytes.HasPrefix(line[len(line)-hashTail:], []byte(hashKey)) {
		return e, errIncomplete
	}
	if err := json.Unmarshal(line, &e); err != nil {
		return e, errIncomplete
	}
	return e, nil
}

// open reads a line and checks its hash.
func open(chain hash.Hash, line []byte) (Entry, error) {
	e, err := parse(line)
	if err != nil {
		return e, err
	}
	if !hmac.Equal([]byte(mac(chain, line[:len(line)-hashTail])), []byte(e.Hash)) {
		return e, errChanged
	}
	return e, nil
}

func sha256Of(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
