package scenario

import "slices"

// key is a row of the table: all that is known of one key of a file. A key that means different things to different choices, such as
// graph.degree to the kinds of graph, has a row for each meaning; at most one of them applies. Texts in it are complete: they stand in
// messages, in the help and in the schema as they are.
type key struct {
	name string // the last part of its path
	form form
	doc  string // one sentence
	unit string // "" is a pure number

	lo, hi float64 // number, whole and lists of them: inclusive bounds
	open   bool    // hi itself is refused
	to     *limit  // a bound that depends on the scenario, in place of hi
	noun   string  // what messages call the value, if not a number or a whole number
	note   string  // what messages add to the bounds
	word   string  // a word that may stand in place of a number or a section
	aside  bool    // the word is offered only to who wrote a word
	want   string  // part, parts and other: what messages want

	options []option
	def     string // what an absent key stands for, as a file would have it
	usual   string // the default in words, where it depends on something else and code knows it
	need    string // what messages want where the key is missing; "" may be left out

	models  []Model  // that read it; nil: all
	only    []string // values of the section's choice that read it; nil: all
	because string   // of models: why the others do not, with a verb for the model

	at     func(any) any // the place of the value in its structure, as a pointer; nil: code alone reads it, and it is not written
	wordAt func(any) any // the place where the word is kept, a string or a bool; nil: the value 0
	zero   bool          // a value of 0 is one to write, not the absence of one
	shown  func(*Scenario) bool

	// Of a part or of the parts in a list.
	keys   []key
	choice string // the key that decides which of the others are read
	groups []group
	stands []string // keys of the same section that this one, if it is a section, takes the place of
	with   string   // the key without which this one means nothing
	block  bool     // written over several lines
}

// group has keys of a section of which a file may give only one; --set replaces one by the other.
type group struct {
	keys   []string
	need   bool     // one of them must be given, if the section's choice reads more than one
	unless []string // or one of these, a list or a section
}

// form says what a value looks like.
type form uint8

const (
	part          form = iota // a section
	parts                     // a list of sections
	several                   // a section or a list of them
	number                    // a number from lo to hi, or the word
	whole                     // a whole number from lo to hi, or the word
	seed                      // a whole number of 64 bits, in digits
	text                      // any text that can stand in a table
	file                      // the name of a file
	choice                    // one of the options
	truth                     // false or true
	numbers                   // a list of numbers from lo to hi
	wholes                    // a list of whole numbers from lo to hi
	probabilities             // a list of numbers from 0 to 1 that sum to 1
	matrix                    // a list of lists of numbers from lo to hi
	width                     // a positive number, or one in per cent
	names                     // a name, several between commas, or a list of names
	sample                    // a whole number from lo to hi, or a section that says how it grows with N
)

// limit is a bound that depends on the scenario.
type limit struct {
	text string
	of   func(*Scenario) float64
}

var (
	toServers = &limit{"N", func(s *Scenario) float64 { return float64(most(s.Server.Count)) }}
	toOthers  = &limit{"N-1", func(s *Scenario) float64 { return float64(most(s.Server.Count) - 1) }}
)

// option is a word that a choice offers.
type option struct {
	name   string
	doc    string
	models []Model // nil: all
}

// on makes an accessor of a function of the structure's own type.
func on[T any](f func(*T) any) func(any) any { return func(p any) any { return f(p.(*T)) } }

// reads reports whether the row applies to a model and any value chosen of the section's choice; none chosen is every one.
func (k *key) reads(m Model, chosen ...string) bool {
	return (k.models == nil || slices.Contains(k.models, m)) &&
		(k.only == nil || len(chosen) == 0 || slices.ContainsFunc(chosen, func(c string) bool { return slices.Contains(k.only, c) }))
}

// find returns the row of a key that applies, nil if there is none.
func (k *key) find(name string, m Model, chosen ...string) *key {
	for i := range k.keys {
		if row := &k.keys[i]; row.name == name && row.reads(m, chosen...) {
			return row
		}
	}
	return nil
}

// row returns the first row of a key, whatever reads it, nil if there is none.
func (k *key) row(name string) *key {
	if k == nil {
		return nil
	}
	for i := range k.keys { // rows are large, and this is asked for every key of a file
		if k.keys[i].name == name {
			return &k.keys[i]
		}
	}
	return nil
}

// has reports whether a section has the key, whatever reads it.
func (k *key) has(name string) bool { return k.row(name) != nil }

// list returns the names of the keys of a section, in their order, that good accepts.
func (k *key) list(good func(*key) bool) []string {
	var list []string
	for i := range k.keys {
		if row := &k.keys[i]; good(row) && !slices.Contains(list, row.name) {
			list = append(list, row.name)
		}
	}
	return list
}

// all returns the names of all keys of a section.
func (k *key) all() []string { return k.list(func(*key) bool { return true }) }

// of returns the names of the keys that a value of the choice reads besides the choice itself.
func (k *key) of(m Model, chosen ...string) []string {
	return k.list(func(row *key) bool { return row.name != k.choice && row.reads(m, chosen...) })
}

// groupOf returns the keys of the group that has a key.
func (k *key) groupOf(name string) []string {
	i := slices.IndexFunc(k.groups, func(g group) bool { return slices.Contains(g.keys, name) })
	return slices.Clone(k.groups[i].keys)
}

// offers returns the words of a choice that a model reads.
func (k *key) offers(m Model) []string {
	var list []string
	for _, o := range k.options {
		if o.models == nil || slices.Contains(o.models, m) {
			list = append(list, o.name)
		}
	}
	return list
}

// words returns all words of a choice.
func (k *key) words() []string {
	var list []string
	for _, o := range k.options {
		list = append(list, o.name)
	}
	return list
}

// plainWords returns options that need no explanation.
func plainWords(names ...string) []option {
	var list []option
	for _, name := range names {
		list = append(list, option{name: name})
	}
	return list
}
