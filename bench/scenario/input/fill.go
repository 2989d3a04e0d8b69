package input

import (
	"math"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"shardq/bench/scenario"

	"go.yaml.in/yaml/v3"
)

// child reads the section that a key holds. One that is left out is empty, several are still to be opened.
func (sec section) child(name string, s *scenario.Scenario) (section, bool) {
	n, k := sec.values[name], sec.def.Find(name, s.Model, sec.chosen...)
	if n != nil && k.Form != scenario.SeveralForm {
		return sec.open(n, sec.sub(name), k)
	}
	if n == nil {
		n = sec.node
	}
	return section{reader: sec.reader, node: n, path: sec.sub(name), def: k}, true
}

// entry reads a section in a list, which has the row k.
func (sec section) entry(k *scenario.Key, i int, n *yaml.Node) (section, bool) {
	return sec.open(n, scenario.Join(sec.sub(k.Name), strconv.Itoa(i)), k)
}

// needs reports the keys that are missing. It returns whether there are none.
func (sec section) needs(s *scenario.Scenario) bool {
	good := true
	for i := range sec.def.Keys {
		if k := &sec.def.Keys[i]; k.Need != "" && k.Name != sec.def.Choice && k.Reads(s.Model, sec.chosen...) {
			good = sec.need(k.Name, k.Need) && good
		}
	}
	return good
}

// fill reads all keys that have a place in the structure at target, and puts their defaults where they are absent. What needs a look at
// other keys is left to the reader of the section. It returns false if it has reported anything.
func (sec section) fill(s *scenario.Scenario, target any) bool {
	before := len(sec.errs)
	sec.needs(s)
	for i := range sec.def.Keys {
		k := &sec.def.Keys[i]
		if k.At == nil || k.Form == scenario.PartsForm || k.Name == sec.def.Choice || !k.Reads(s.Model, sec.chosen...) {
			continue
		}
		place := k.At(target)
		if k.Def != "" && k.Def != k.Word {
			assume(k, place)
		}
		if n := sec.values[k.Name]; n != nil {
			sec.value(k, n, s, place, target)
		}
	}
	return len(sec.errs) == before
}

// assume puts the default of a key into its place.
func assume(k *scenario.Key, place any) {
	v, err := strconv.ParseFloat(k.Def, 64)
	if err != nil {
		assign(place, k.Def)
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
func (sec section) value(k *scenario.Key, n *yaml.Node, s *scenario.Scenario, place, target any) {
	switch k.Form {
	case scenario.NumberForm, scenario.WholeForm:
		if k.Word != "" && n.Kind == yaml.ScalarNode && (n.Value == k.Word || k.Word == infinite && n.Value == ".inf") {
			if k.WordAt != nil {
				assign(k.WordAt(target), k.Word)
			}
			return
		}
		if v, ok := sec.bounded(k, n, s); ok {
			assign(place, v)
		}
	case scenario.SeedForm:
		v, err := strconv.ParseUint(n.Value, 10, 64)
		if err != nil || n.Kind != yaml.ScalarNode { // quotes keep large ones from being rounded on their way
			sec.fail(n, sec.sub(k.Name), "is %s, want a whole number from 0 to %d", describe(n), uint64(math.MaxUint64))
		}
		assign(place, v)
	case scenario.TextForm:
		assign(place, sec.label(k.Name))
	case scenario.FileForm:
		assign(place, sec.fileName(k.Name))
	case scenario.ChoiceForm:
		if word, ok := sec.choice(k.Name, k.Words()...); ok {
			assign(place, word)
		}
	case scenario.TruthForm:
		if word, ok := sec.choice(k.Name, "false", "true"); ok {
			assign(place, word == "true")
		}
	case scenario.NumbersForm:
		assign(place, sec.numbers(k.Name, k.Lo, k.Hi))
	case scenario.ProbabilitiesForm:
		assign(place, sec.probabilities(k.Name))
	case scenario.WholesForm:
		if list, ok := place.(*[]int); ok { // ids of servers are read where they are known
			*list = sec.integers(k.Name, int64(k.Lo), int64(k.Hi))
		}
	case scenario.MatrixForm:
		assign(place, sec.matrix(k))
	case scenario.SampleForm:
		assign(place, sec.sampleSize(k, n, s))
	}
}

// infinite is the word for no limit, which YAML also writes .inf.
const infinite = "inf"

// bounded reads a number within the bounds of a key.
func (sec section) bounded(k *scenario.Key, n *yaml.Node, s *scenario.Scenario) (float64, bool) {
	hi := k.Hi
	if k.To != nil {
		hi = k.To.Of(s)
	}
	v, ok := parseNumber(n)
	if ok && v >= k.Lo && v <= hi && (k.Form == scenario.NumberForm || v == math.Trunc(v)) {
		if k.Open && v == hi {
			sec.fail(n, sec.sub(k.Name), "is %s, want a number below %g", describe(n), hi)
			return 0, false
		}
		return v, true
	}
	want := k.Wants(k.Figure(hi))
	if k.Word != "" && (!k.Aside || n.Kind == yaml.ScalarNode && !ok && !isNull(n) && n.Value != "") {
		want += ", or " + k.Word
	}
	if k.Note != "" {
		want += ": " + k.Note
	}
	sec.fail(n, sec.sub(k.Name), "is %s, want %s", describe(n), want)
	return 0, false
}

// matrix reads a list of lists of numbers. It returns nil if there is none or anything in it is wrong.
func (sec section) matrix(k *scenario.Key) [][]float64 {
	var rows [][]float64
	good := true
	for i, row := range sec.list(k.Name, "a list of a row for each phase") {
		name := strconv.Itoa(i) // a row is read as a key of a section, so that a fault in it has its place
		list := section{reader: sec.reader, node: sec.node, path: sec.sub(k.Name), values: map[string]*yaml.Node{name: row}}.numbers(name,
			k.Lo, k.Hi)
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
	if len(text) > scenario.LongestText {
		sec.fail(sec.values[name], sec.sub(name), "has %d bytes, want at most %d", len(text), scenario.LongestText)
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
func (sec section) choose(s *scenario.Scenario, target any, offers []string) (section, bool) {
	word, ok := sec.choice(sec.def.Choice, offers...)
	if !ok {
		return sec, false
	}
	sec.chosen = []string{word}
	assign(sec.def.Find(sec.def.Choice, s.Model).At(target), word)
	return sec, true
}

// unreadKeys reports the keys that the choice made does not read, and takes them out. It returns false if it has reported any.
func (sec section) unreadKeys(s *scenario.Scenario) bool {
	before := len(sec.errs)
	read := sec.def.Of(s.Model, sec.chosen...)
	want := "nothing"
	if len(read) > 0 {
		want = strings.Join(read, ", ")
	}
	for _, name := range sec.def.All() {
		n := sec.values[name]
		if n == nil || name == sec.def.Choice || slices.Contains(read, name) {
			continue
		}
		sec.unread(sec.values[sec.def.Choice], n, sec.sub(name), "not read by %s %s, which takes %s", sec.def.Choice, sec.chosen[0], want)
		delete(sec.values, name)
	}
	return len(sec.errs) == before
}

// unreadByModel reports the keys that the model does not read, and takes them out.
func (sec section) unreadByModel(s *scenario.Scenario) {
	for i := range sec.def.Keys {
		k := &sec.def.Keys[i]
		n := sec.values[k.Name]
		if n == nil || sec.def.Find(k.Name, s.Model) != nil {
			continue
		}
		reason := "not by model " + string(s.Model) + "; want it left out"
		if k.Because != "" {
			reason = "want it left out: " + strings.ReplaceAll(k.Because, "%s", string(s.Model))
		}
		sec.unread(sec.reader.model, n, sec.sub(k.Name), "read by model %s alone, %s", k.Models[0], reason)
		delete(sec.values, k.Name)
	}
}

// oneOf returns the one key that is given of the group that has the key name, as far as the choice reads it, "" for none. It reports none
// (if one is needed) and several, and then returns false.
func (sec section) oneOf(needed bool, s *scenario.Scenario, name string) (string, bool) {
	var given []string
	group := slices.DeleteFunc(sec.def.GroupOf(name), func(key string) bool { return sec.def.Find(key, s.Model, sec.chosen...) == nil })
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
func (sec section) only(needed bool, s *scenario.Scenario, name string) (string, bool) {
	given, ok := sec.oneOf(needed, s, name)
	if !ok {
		for _, key := range sec.def.GroupOf(name) {
			delete(sec.values, key)
		}
	}
	return given, ok
}
