package input

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"shardq/bench/scenario"

	"go.yaml.in/yaml/v3"
)

// syntaxError is a fault that the YAML parser found.
type syntaxError struct {
	line    int // 0: unknown
	message string
}

func (e syntaxError) Error() string { return e.message }

var yamlLine = regexp.MustCompile(`^line (\d+): `)

// parseTree returns the root node of the one document in data; an empty one is a null scalar.
func parseTree(data []byte) (*yaml.Node, error) {
	if first := bytes.TrimLeft(data, " \t\r\n"); len(first) > 0 && first[0] == '{' && json.Valid(data) {
		// YAML does not let tabs indent, JSON does. Inside the strings of valid JSON there are none.
		data = bytes.ReplaceAll(data, []byte{'\t'}, []byte{' '})
	}
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	var document, second yaml.Node
	if err := decoder.Decode(&document); errors.Is(err, io.EOF) {
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!null", Line: 1, Column: 1}, nil
	} else if err != nil {
		return nil, asSyntaxError(err)
	}
	if err := decoder.Decode(&second); err == nil {
		return nil, syntaxError{second.Line, "a second document begins here, want one"}
	} else if !errors.Is(err, io.EOF) {
		return nil, asSyntaxError(err)
	}
	return document.Content[0], nil
}

func asSyntaxError(err error) syntaxError {
	message := strings.TrimPrefix(err.Error(), "yaml: ")
	line := 0
	if m := yamlLine.FindStringSubmatch(message); m != nil {
		line, _ = strconv.Atoi(m[1])
		message = message[len(m[0]):]
	}
	return syntaxError{line, scenario.ClipTo(message, 200)} // it may repeat a word of any length
}

// reader turns a tree into a scenario and collects what is wrong with it.
type reader struct {
	file  string
	sets  []Set
	errs  scenario.Errors
	model *yaml.Node // the value of the key model; nil: left out
}

// fail records a problem with a node.
func (r *reader) fail(n *yaml.Node, path, format string, args ...any) {
	p := scenario.Problem{File: r.file, Line: n.Line, Column: n.Column, Path: path, Message: fmt.Sprintf(format, args...)}
	if fromSet(n) {
		set := r.sets[-n.Line-1]
		p.File, p.Line = set.String(), 0
		if path == set.Path {
			p.Path = ""
		}
	}
	r.errs = append(r.errs, p)
}

// unread handles a node that a choice made elsewhere, such as graph.kind, leaves without a reader. If an override made the choice and the
// file brought the node in, the node is what the old choice read, and is passed over; otherwise it is reported.
func (r *reader) unread(choice, n *yaml.Node, path, format string, args ...any) {
	own := overridden(n)
	switch {
	case own != nil:
		n = own
	case choice != nil && fromSet(choice):
		return
	}
	r.fail(n, path, format, args...)
}

// overridden returns the first part of a node that an override brought in, or nil.
func overridden(n *yaml.Node) *yaml.Node {
	if fromSet(n) {
		return n
	}
	for _, c := range n.Content {
		if own := overridden(c); own != nil {
			return own
		}
	}
	return nil
}

// refuseReferences reports anchors, aliases, tags and merge keys: a file without them means what it shows, and cannot unfold into a bomb.
func (r *reader) refuseReferences(n *yaml.Node) {
	switch {
	case n.Kind == yaml.AliasNode:
		r.fail(n, "", "alias *%s is not supported, want the value written out", scenario.Clip(n.Value))
	case n.Anchor != "":
		r.fail(n, "", "anchor &%s is not supported, want each value written out where it is used", scenario.Clip(n.Anchor))
	case n.Style&yaml.TaggedStyle != 0:
		r.fail(n, "", "tag %s is not supported, want the plain value", scenario.Clip(n.Tag))
	case n.Tag == "!!merge":
		r.fail(n, "", "merge key << is not supported, want the keys written out")
	}
	for _, c := range n.Content {
		r.refuseReferences(c)
	}
}

// section is a mapping with known keys.
type section struct {
	*reader
	node   *yaml.Node
	path   string
	def    *scenario.Key
	chosen []string // values of the choice that decides what is read; nil: none, or not known yet
	values map[string]*yaml.Node
}

// open reads a mapping and reports its unknown and repeated keys. On a node of another kind it reports that and returns false.
func (r *reader) open(n *yaml.Node, path string, def *scenario.Key) (section, bool) {
	s := section{reader: r, node: n, path: path, def: def, values: map[string]*yaml.Node{}}
	if n.Kind != yaml.MappingNode {
		what := "is"
		if path == "" {
			what = "the scenario is"
		}
		r.fail(n, path, "%s %s, want a section with the keys %s", what, describe(n), strings.Join(def.All(), ", "))
		return s, false
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		name := key.Value
		switch {
		case key.Kind != yaml.ScalarNode:
			r.fail(key, path, "a key is %s, want one of %s", describe(key), strings.Join(def.All(), ", "))
		case !def.Has(name):
			r.fail(key, s.sub(scenario.Clip(name)), "unknown key, %s", hint(name, def.All()))
		case s.has(name):
			r.fail(key, s.sub(name), "given twice, want it once")
		default:
			s.values[name] = value
		}
	}
	return s, true
}

// sub returns the path of a key of the section.
func (s section) sub(key string) string { return scenario.Join(s.path, key) }

func (s section) has(key string) bool { return s.values[key] != nil }

// need reports a missing key.
func (s section) need(key, want string) bool {
	if !s.has(key) {
		s.fail(s.node, s.sub(key), "missing, want %s", want)
		return false
	}
	return true
}

// number reads a number between lo and hi. An absent key gives 0 and false, without a problem.
func (s section) number(key string, lo, hi float64) (float64, bool) {
	n := s.values[key]
	if n == nil {
		return 0, false
	}
	v, ok := parseNumber(n)
	if !ok || !(v >= lo && v <= hi) {
		s.fail(n, s.sub(key), "is %s, want a number from %s to %s", describe(n), scenario.General(lo), scenario.General(hi))
		return 0, false
	}
	return v, true
}

func (r *reader) wholeNumber(n *yaml.Node, path string, lo, hi int64) (int64, bool) {
	v, ok := parseNumber(n)
	if !ok || v != math.Trunc(v) || !(v >= float64(lo) && v <= float64(hi)) {
		r.fail(
			n,
			path,
			"is %s, want a whole number from %s to %s",
			describe(n),
			scenario.Decimal(float64(lo)),
			scenario.Decimal(float64(hi)),
		)
		return 0, false
	}
	return int64(v), true
}

// word reads text: any scalar but an empty one.
func (s section) word(key string) (string, bool) {
	n := s.values[key]
	if n == nil {
		return "", false
	}
	if n.Kind != yaml.ScalarNode || n.Value == "" || isNull(n) {
		s.fail(n, s.sub(key), "is %s, want text", describe(n))
		return "", false
	}
	return n.Value, true
}

// choice reads one of a few words.
func (s section) choice(key string, options ...string) (string, bool) {
	w, ok := s.word(key)
	if ok && !slices.Contains(options, w) {
		s.fail(s.values[key], s.sub(key), "is %s, %s", describe(s.values[key]), hint(w, options))
		return "", false
	}
	return w, ok
}

// list returns the elements of a list that may not be empty.
func (s section) list(key, want string) []*yaml.Node {
	n := s.values[key]
	if n == nil {
		return nil
	}
	if n.Kind != yaml.SequenceNode || len(n.Content) == 0 {
		s.fail(n, s.sub(key), "is %s, want %s", describe(n), want)
		return nil
	}
	return n.Content
}

// numbers reads a list of numbers between lo and hi. It returns nil if there is none or one of them is wrong.
func (s section) numbers(key string, lo, hi float64) []float64 {
	var list []float64
	good := true
	for i, n := range s.list(key, "a list of numbers") {
		v, ok := parseNumber(n)
		if !ok || !(v >= lo && v <= hi) {
			s.fail(n, scenario.Join(s.sub(key), strconv.Itoa(i)), "is %s, want a number from %g to %g", describe(n), lo, hi)
			good = false
		}
		list = append(list, v)
	}
	if !good {
		return nil
	}
	return list
}

// probabilities reads a list of probabilities that sum to 1.
func (s section) probabilities(key string) []float64 {
	list := s.numbers(key, 0, 1)
	sum := 0.0
	for _, p := range list {
		sum += p
	}
	if list != nil && math.Abs(sum-1) > 1e-9 {
		s.fail(s.values[key], s.sub(key), "the probabilities sum to %.10g, want 1", sum)
		return nil
	}
	return list
}

// integers reads a list of whole numbers between lo and hi. It returns nil if there is none or one of them is wrong.
func (s section) integers(key string, lo, hi int64) []int {
	var list []int
	good := true
	for i, n := range s.list(key, "a list of whole numbers") {
		v, ok := s.wholeNumber(n, scenario.Join(s.sub(key), strconv.Itoa(i)), lo, hi)
		list, good = append(list, int(v)), good && ok
	}
	if !good {
		return nil
	}
	return list
}

const quoted = yaml.SingleQuotedStyle | yaml.DoubleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle

// plain reports whether n is an unquoted scalar.
func plain(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.Style&quoted == 0 }

func isNull(n *yaml.Node) bool { return plain(n) && n.Tag == "!!null" }

// parseNumber reads a plain decimal number. It is stricter than YAML, whose versions disagree about 010 and 0x10, and quoted numbers are
// text.
func parseNumber(n *yaml.Node) (float64, bool) {
	if !plain(n) {
		return 0, false
	}
	text := n.Value
	switch strings.ToLower(text) {
	case ".inf", "+.inf":
		text = "inf"
	case "-.inf":
		text = "-inf"
	case ".nan":
		text = "nan"
	}
	return scenario.ParseDecimal(text)
}

// describe says in a few words what a node is.
func describe(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a section"
	case yaml.SequenceNode:
		if len(n.Content) == 0 {
			return "an empty list"
		}
		return "a list"
	case yaml.ScalarNode:
		if isNull(n) || n.Value == "" {
			return "empty"
		}
		if _, ok := parseNumber(n); ok {
			return scenario.Clip(n.Value)
		}
		return strconv.Quote(scenario.Clip(n.Value))
	}
	return "of an unknown kind"
}
