package config

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"
)

// Environment names the variable that stands in for --config.
const Environment = "VITRINE_CONFIG"

// Load reads a file. The error is an *Error that lists every problem, or says why the file cannot be read.
func Load(path string) (*Config, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, &Error{File: path, Problems: []Problem{{Message: "cannot be read: " + plain(err)}}}
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxBytes+1))
	if err != nil {
		return nil, &Error{File: path, Problems: []Problem{{Message: "cannot be read: " + plain(err)}}}
	}
	m, err := thisMachine()
	if err != nil {
		return nil, err
	}
	folder, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	c, problems := Parse(text, folder, m)
	if len(problems) > 0 {
		return nil, &Error{File: path, Problems: problems}
	}
	c.file = filepath.Join(folder, filepath.Base(path))
	return c, nil
}

// plain is the reason of a file error without its path, which the caller names.
func plain(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "there is no such file"
	case errors.Is(err, fs.ErrPermission):
		return "permission denied"
	}
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err.Error()
	}
	return err.Error()
}

// Parse reads the text of a file that stands in folder. It returns the whole configuration, or every problem in the
// order of the file. It opens nothing.
func Parse(text []byte, folder string, m Machine) (*Config, []Problem) {
	c := &Config{}
	d := &decoder{lookup: m.Lookup, lines: map[string]int{}}
	d.decode(text, c)
	if len(d.problems) == 0 {
		resolvePaths(reflect.ValueOf(c).Elem(), folder, m.Home)
		c.fill(m)
		for _, p := range c.check() {
			p.Line = d.lineOf(p.Key)
			d.problems = append(d.problems, p)
		}
	}
	if len(d.problems) > 0 {
		slices.SortStableFunc(d.problems, func(a, b Problem) int {
			return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
		})
		return nil, d.problems
	}
	return c, nil
}

// ParseInto reads a file of another kind by the same rules: into the struct that out points to, whose fields have yaml
// tags. It returns every problem in the order of the file. It opens nothing.
func ParseInto(text []byte, lookup func(name string) (string, bool), out any) []Problem {
	d := &decoder{lookup: lookup, lines: map[string]int{}}
	d.decode(text, out)
	return d.problems
}

// lineOf returns the line of a key, or of the nearest section around it that stands in the file.
func (d *decoder) lineOf(key string) int {
	for key != "" {
		if line, ok := d.lines[key]; ok {
			return line
		}
		key = key[:max(strings.LastIndexByte(key, '.'), strings.LastIndexByte(key, '['), 0)]
	}
	return 0
}

// resolvePaths makes every Path in v absolute.
func resolvePaths(v reflect.Value, folder, home string) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			resolvePaths(v.Elem(), folder, home)
		}
	case reflect.Slice:
		for i := range v.Len() {
			resolvePaths(v.Index(i), folder, home)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				resolvePaths(v.Field(i), folder, home)
			}
		}
	case reflect.String:
		if p, ok := v.Addr().Interface().(*Path); ok && *p != "" {
			*p = resolve(*p, folder, home)
		}
	}
}

func resolve(p Path, folder, home string) Path {
	text := string(p)
	if text == "~" || strings.HasPrefix(text, "~/") {
		return Path(filepath.Join(home, text[1:]))
	}
	if filepath.IsAbs(text) {
		return Path(filepath.Clean(text))
	}
	return Path(filepath.Join(folder, text))
}

func thisMachine() (Machine, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return Machine{}, errors.New("the home folder is not known: set HOME")
	}
	return Machine{OS: osName, Home: home, Lookup: os.LookupEnv}, nil
}

// Flags are what a command line says of what to serve. They stand beside a file, or in its place.
type Flags struct {
	Config    string   // --config; "" means VITRINE_CONFIG, and without it no file
	DB        []string // --db, one source each: FILE or a postgres:// address, with NAME= before it or without
	Record    string   // --record: FILE or a postgres:// address
	Substrate string   // the substrate of a cell, in the place of the configured one; --demo sets it
	Immutable bool     // --immutable, for the databases of --db and --record

	AllowPrivileged bool          // --allow-privileged-role, for the PostgreSQL servers of --db
	MaxLag          time.Duration // --max-lag, for the PostgreSQL standbys of --db and --record
}

// Resolve returns the configuration that the flags and the environment ask for: a file, the databases given, both, or,
// where nothing is given, the cell at its default paths. With a file, --db adds sources and --record takes the place of
// its record.
func Resolve(f Flags) (*Config, error) {
	path := f.Config
	if path == "" {
		path = os.Getenv(Environment)
	}
	m, err := thisMachine()
	if err != nil {
		return nil, err
	}
	c := &Config{}
	if path != "" {
		if c, err = Load(path); err != nil {
			return nil, err
		}
	} else if len(f.DB) == 0 && f.Record == "" {
		c.Cell = &Cell{}
	}
	if f.Substrate != "" {
		abs, err := filepath.Abs(f.Substrate)
		if err != nil {
			return nil, err
		}
		c.Cell = &Cell{Substrate: Path(abs), Immutable: f.Immutable}
	}
	for _, db := range f.DB {
		source, err := sourceOfFlag(db, f)
		if err != nil {
			return nil, err
		}
		c.Sources = append(c.Sources, source)
	}
	if IsPostgres(f.Record) {
		c.Record = &Record{Postgres: f.Record, AllowPrivileged: f.AllowPrivileged, MaxLag: Duration(f.MaxLag)}
	} else if f.Record != "" {
		abs, err := filepath.Abs(f.Record)
		if err != nil {
			return nil, err
		}
		c.Record = &Record{Path: Path(abs), Immutable: f.Immutable}
	}
	c.fill(m)
	if problems := c.check(); len(problems) > 0 {
		return nil, &Error{Problems: problems}
	}
	return c, nil
}

// sourceOfFlag reads FILE or NAME=FILE, or a postgres:// address in its place. Without a name the file's own, without its
// ending, is the source's name, or postgres.
func sourceOfFlag(given string, f Flags) (Source, error) {
	name, path, named := strings.Cut(given, "=")
	if !named || !isSourceName(name) {
		path = given
		name = SourceName(filepath.Base(path))
	}
	if IsPostgres(path) {
		if !named || path == given {
			name = "postgres"
		}
		return Source{Name: name, Postgres: path, AllowPrivileged: f.AllowPrivileged, MaxLag: Duration(f.MaxLag)}, nil
	}
	if path == "" {
		return Source{}, &Error{Problems: []Problem{{Key: "--db", Message: "no file given; FILE and NAME=FILE are accepted"}}}
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return Source{}, fmt.Errorf("--db: %w", err)
	}
	return Source{Name: name, SQLite: Path(abs), Immutable: f.Immutable}, nil
}

// IsPostgres reports whether what --db or --record names is the address of a PostgreSQL server.
func IsPostgres(address string) bool {
	return strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://")
}

// SourceName makes a source's name of a file's: its letters and digits, in lower case.
func SourceName(base string) string {
	base = strings.TrimSuffix(base, filepath.Ext(base))
	name := strings.Map(func(r rune) rune {
		switch {
		case 'A' <= r && r <= 'Z':
			return r + 'a' - 'A'
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9', r == '-':
			return r
		}
		return '_'
	}, base)
	name = strings.TrimLeft(name, "-_")
	if name = name[:min(len(name), 64)]; !isSourceName(name) {
		return "db"
	}
	return name
}
