package scenario

import (
	"math"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"
)

// child reads the section that a key holds. One that is left out is empty, several are still to be opened.
func (sec section) child(name string, s *Scenario) (section, bool) {
	n, k := sec.values[name], sec.def.find(name, s.Model, sec.chosen...)
	if n != nil && k.form != several {
		return sec.open(n, sec.sub(name), k)
	}
	if n == nil {
		n = sec.node
	}
	return section{reader: sec.reader, node: n, path: sec.sub(name), def: k}, true
}

// entry reads a section in a list, which has the row k.
func (sec section) entry(k *key, i int, n *yaml.Node) (section, bool) {
	return sec.open(n, join(sec.sub(k.name), strconv.Itoa(i)), k)
}

// needs reports the keys that are missing. It returns whether there are none.
func (sec section) needs(s *Scenario) bool {
	good := true
	for i := range sec.def.keys {
		if k := &sec.def.keys[i]; k.need != "" && k.name != sec.def.choice && k.reads(s.Model, sec.chosen...) {
			good = sec.need(k.name, k.need) && good
		}
	}
	return good
}

// fill reads all keys that have a place in the structure at target, and puts their defaults where they are absent. What needs a look at
// other keys is left to the reader of the section. It returns false if it has reported anything.
func (sec section) fill(s *Scenario, target any) bool {
	before := len(sec.errs)
	sec.needs(s)
	for i := range sec.def.keys {
		k := &sec.def.keys[i]
		if k.at == nil || k.form == parts || k.name == sec.def.choice || !k.reads(s.Model, sec.chosen...) {
			continue
		}
		place := k.at(target)
		if k.def != "" && k.def != k.word {
			assume(k, place)
		}
		if n := sec.values[k.name]; n != nil {
			sec.value(k, n, s, place, target)
		}
	}
	return len(sec.errs) == before
}

// assume puts the default of a key into its place.
func assume(k *key, place any) {
	v, err := strconv.ParseFloat(k.def, 64)
	if err != nil {
		assign(place, k.def)
		return
	}
	assign(place, v)
}

// assign puts a number or a word into a place, whatever its type. A word in place of a bool is true, but for false.
func assign(place, value any) {
	p := reflect.ValueOf(place).Elem()
	switch v := value.(type) {
	case float64:
		switch p.Kind() {
		case reflect.Float64:
			p.SetFloat(v)
		case reflect.Uint64:
			p.SetUint(uint64(v))
		default:
			p.SetInt(int64(v))
		}
	case uint64:
		p.SetUint(v)
	case bool:
		p.SetBool(v)
	case string:
		if p.Kind() == reflect.Bool {
			p.SetBool(v != "false")
			return
		}
		p.SetString(v)
	default:
		p.Set(reflect.ValueOf(v))
	}
}

// value reads one key, which is given, into its place.
func (sec section) value(k *key, n *yaml.Node, s *Scenario, place, target any) {
	switch k.form {
	case number, whole:
		if k.word != "" && n.Kind == yaml.ScalarNode && (n.Value == k.word || k.word == infinite && n.Value == ".inf") {
			if k.wordAt != nil {
				assign(k.wordAt(target), k.word)
			}
			return
		}
		if v, ok := sec.bounded(k, n, s); ok {
			assign(place, v)
		}
	case seed:
		v, err := strconv.ParseUint(n.Value, 10, 64)
		if err != nil || n.Kind != yaml.ScalarNode { // quotes keep large ones from being rounded on their way
			sec.fail(n, sec.sub(k.name), "is %s, want a whole number from 0 to %d", describe(n), uint64(math.MaxUint64))
		}
		assign(place, v)
	case text:
		assign(place, sec.label(k.name))
	case file:
		assign(place, sec.fileName(k.name))
	case choice:
		if word, ok := sec.choice(k.name, k.words()...); ok {
			assign(place, word)
		}
	case truth:
		if word, ok := sec.choice(k.name, "false", "true"); ok {
			assign(place, word == "true")
		}
	case numbers:
		assign(place, sec.numbers(k.name, k.lo, k.hi))
	case probabilities:
		assign(place, sec.probabilities(k.name))
	case wholes:
		if list, ok := place.(*[]int); ok { // ids of servers are read where they are known
			*list = sec.integers(k.name, int64(k.lo), int64(k.hi))
		}
	case matrix:
		assign(place, sec.matrix(k))
	case sample:
		assign(place, sec.sampleSize(k, n, s))
	}
}

// infinite is the word for no limit, which YAML also writes .inf.
const infinite = "inf"

// bounded reads a number within the bounds of a key.
func (sec section) bounded(k *key, n *yaml.Node, s *Scenario) (float64, bool) {
	hi := k.hi
	if k.to != nil {
		hi = k.to.of(s)
	}
	v, ok := parseNumber(n)
	if ok && v >= k.lo && v <= hi && (k.form == number || v == math.Trunc(v)) {
		if k.open && v == hi {
			sec.fail(n, sec.sub(k.name), "is %s, want a number below %g", describe(n), hi)
			return 0, false
		}
		return v, true
	}
	want := k.wants(k.figure(hi))
	if k.word != "" && (!k.aside || n.Kind == yaml.ScalarNode && !ok && !isNull(n) && n.Value != "") {
		want += ", or " + k.word
	}
	if k.note != "" {
		want += ": " + k.note
	}
	sec.fail(n, sec.sub(k.name), "is %s, want %s", describe(n), want)
	return 0, false
}

// matrix reads a list of lists of numbers. It returns nil if there is none or anything in it is wrong.
func (sec section) matrix(k *key) [][]float64 {
	var rows [][]float64
	good := true
	for i, row := range sec.list(k.name, "a list of a row for each phase") {
		name := strconv.Itoa(i) // a row is read as a key of a section, so that a fault in it has its place
		list := section{reader: sec.reader, node: sec.node, path: sec.sub(k.name), values: map[string]*yaml.Node{name: row}}.numbers(name,
			k.lo, k.hi)
		rows, good = append(rows, list), good && list != nil
	}
	if !good {
		return nil
	}
	return rows
}

// label reads a name that will stand in tables.
func (sec section) label(name string) string {
	text, ok := sec.word(name)
	if !ok {
		return ""
	}
	if len(text) > longestText {
		sec.fail(sec.values[name], sec.sub(name), "has %d bytes, want at most %d", len(text), longestText)
	}
	for _, c := range text {
		if !unicode.IsPrint(c) {
			sec.fail(sec.values[name], sec.sub(name), "has the unprintable character %U, want text", c)
			break
		}
	}
	return text
}

// fileName reads the name of a file. One that the scenario file gives is relative to the folder of that file.
func (sec section) fileName(name string) string {
	path, ok := sec.word(name)
	if !ok || fromSet(sec.values[name]) || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(sec.file), path)
}

// choose reads the choice that decides which keys of a section are read, into the structure at target; the section that it returns knows
// it.
func (sec section) choose(s *Scenario, target any, offers []string) (section, bool) {
	word, ok := sec.choice(sec.def.choice, offers...)
	if !ok {
		return sec, false
	}
	sec.chosen = []string{word}
	assign(sec.def.find(sec.def.choice, s.Model).at(target), word)
	return sec, true
}

// unreadKeys reports the keys that the choice made does not read, and takes them out. It returns false if it has reported any.
func (sec section) unreadKeys(s *Scenario) bool {
	before := len(sec.errs)
	read := sec.def.of(s.Model, sec.chosen...)
	want := "nothing"
	if len(read) > 0 {
		want = strings.Join(read, ", ")
	}
	for _, name := range sec.def.all() {
		n := sec.values[name]
		if n == nil || name == sec.def.choice || contains(read, name) {
			continue
		}
		sec.unread(sec.values[sec.def.choice], n, sec.sub(name), "not read by %s %s, which takes %s", sec.def.choice, sec.chosen[0], want)
		delete(sec.values, name)
	}
	return len(sec.errs) == before
}

// unreadByModel reports the keys that the model does not read, and takes them out.
func (sec section) unreadByModel(s *Scenario) {
	for i := range sec.def.keys {
		k := &sec.def.keys[i]
		n := sec.values[k.name]
		if n == nil || sec.def.find(k.name, s.Model) != nil {
			continue
		}
		reason := "not by model " + string(s.Model) + "; want it left out"
		if k.because != "" {
			reason = "want it left out: " + strings.ReplaceAll(k.because, "%s", string(s.Model))
		}
		sec.unread(sec.reader.model, n, sec.sub(k.name), "read by model %s alone, %s", k.models[0], reason)
		delete(sec.values, k.name)
	}
}

// oneOf returns the one key that is given of the group that has the key name, as far as the choice reads it, "" for none. It reports none
// (if one is needed) and several, and then returns false.
func (sec section) oneOf(needed bool, s *Scenario, name string) (string, bool) {
	var given []string
	group := slices.DeleteFunc(sec.def.groupOf(name), func(key string) bool { return sec.def.find(key, s.Model, sec.chosen...) == nil })
	for _, key := range group {
		if sec.has(key) {
			given = append(given, key)
		}
	}
	switch {
	case len(given) > 1:
		sec.fail(sec.values[given[1]], sec.sub(given[1]), "given beside %s, want only one of %s", sec.sub(given[0]), strings.Join(group,
			", "))
		return "", false
	case len(given) == 1:
		return given[0], true
	case needed:
		sec.fail(sec.node, sec.path, "missing key, want one of %s", strings.Join(group, ", "))
	}
	return "", !needed
}

// only is oneOf that takes out what is given beside another key, so that nothing more is said of it.
func (sec section) only(needed bool, s *Scenario, name string) (string, bool) {
	given, ok := sec.oneOf(needed, s, name)
	if !ok {
		for _, key := range sec.def.groupOf(name) {
			delete(sec.values, key)
		}
	}
	return given, ok
}
