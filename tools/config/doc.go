// Package config reads vitrine.yaml: what is served, to whom and within which limits. [Load] gives a [Config] that is
// complete, with defaults filled in and paths made absolute, or an [Error] that lists everything wrong with the file,
// each with its line, its key and what is accepted. Nothing is guessed: an unknown key, a value of the wrong type and two
// settings that contradict each other are errors.
//
// The file is plain YAML. Anchors, aliases, merge keys, tags and a second document are refused, since a reviewer should
// see each setting where it takes effect. `${NAME}` and `${NAME:-default}` are replaced in values, never in keys, after
// the YAML has been read, so a variable cannot add a setting; `$$` stands for one `$`.
package config
