package scenario

import "slices"

// key is a row of the table: all that is known of one key of a file. A key that means different things to different choices, such as
// graph.degree to the kinds of graph, has a row for each meaning; at most one of them applies. Texts in it are complete: they stand in
// messages, in the help and in the schema as they are.
type Key struct {
	Name string // the last part of its path
	Form Form
	Doc  string // one sentence
	Unit string // "" is a pure number

	Lo, Hi float64 // number, whole and lists of them: inclusive bounds
	Open   bool    // hi itself is refused
	To     *Limit  // a bound that depends on the scenario, in place of hi
	Noun   string  // what messages call the value, if not a number or a whole number
	Note   string  // what messages add to the bounds
	Word   string  // a word that may stand in place of a number or a section
	Aside  bool    // the word is offered only to who wrote a word
	Want   string  // part, parts and other: what messages want

	Options []Option
	Def     string // what an absent key stands for, as a file would have it
	Usual   string // the default in words, where it depends on something else and code knows it
	Need    string // what messages want where the key is missing; "" may be left out

	Models  []Model  // that read it; nil: all
	Only    []string // values of the section's choice that read it; nil: all
	Because string   // of models: why the others do not, with a verb for the model

	At     func(any) any // the place of the value in its structure, as a pointer; nil: code alone reads it, and it is not written
	WordAt func(any) any // the place where the word is kept, a string or a bool; nil: the value 0
	Zero   bool          // a value of 0 is one to write, not the absence of one
	Shown  func(*Scenario) bool

	// Of a part or of the parts in a list.
	Keys   []Key
	Choice string // the key that decides which of the others are read
	Groups []Group
	Stands []string // keys of the same section that this one, if it is a section, takes the place of
	With   string   // the key without which this one means nothing
	Block  bool     // written over several lines
}

// group has keys of a section of which a file may give only one; --set replaces one by the other.
type Group struct {
	Keys   []string
	Need   bool     // one of them must be given, if the section's choice reads more than one
	Unless []string // or one of these, a list or a section
}

// form says what a value looks like.
type Form uint8

const (
	PartForm          Form = iota // a section
	PartsForm                     // a list of sections
	SeveralForm                   // a section or a list of them
	NumberForm                    // a number from lo to hi, or the word
	WholeForm                     // a whole number from lo to hi, or the word
	SeedForm                      // a whole number of 64 bits, in digits
	TextForm                      // any text that can stand in a table
	FileForm                      // the name of a file
	ChoiceForm                    // one of the options
	TruthForm                     // false or true
	NumbersForm                   // a list of numbers from lo to hi
	WholesForm                    // a list of whole numbers from lo to hi
	ProbabilitiesForm             // a list of numbers from 0 to 1 that sum to 1
	MatrixForm                    // a list of lists of numbers from lo to hi
	WidthForm                     // a positive number, or one in per cent
	NamesForm                     // a name, several between commas, or a list of names
	SampleForm                    // a whole number from lo to hi, or a section that says how it grows with N
)

// limit is a bound that depends on the scenario.
type Limit struct {
	Text string
	Of   func(*Scenario) float64
}

var (
	toServers = &Limit{"N", func(s *Scenario) float64 { return float64(Most(s.Server.Count)) }}
	toOthers  = &Limit{"N-1", func(s *Scenario) float64 { return float64(Most(s.Server.Count) - 1) }}
)

// option is a word that a choice offers.
type Option struct {
	Name   string
	Doc    string
	Models []Model // nil: all
}

// on makes an accessor of a function of the structure's own type.
func on[T any](f func(*T) any) func(any) any { return func(p any) any { return f(p.(*T)) } }

// reads reports whether the row applies to a model and any value chosen of the section's choice; none chosen is every one.
func (k *Key) Reads(m Model, chosen ...string) bool {
	return (k.Models == nil || slices.Contains(k.Models, m)) &&
		(k.Only == nil || len(chosen) == 0 || slices.ContainsFunc(chosen, func(c string) bool { return slices.Contains(k.Only, c) }))
}

// find returns the row of a key that applies, nil if there is none.
func (k *Key) Find(name string, m Model, chosen ...string) *Key {
	for i := range k.Keys {
		if row := &k.Keys[i]; row.Name == name && row.Reads(m, chosen...) {
			return row
		}
	}
	return nil
}

// row returns the first row of a key, whatever reads it, nil if there is none.
func (k *Key) Row(name string) *Key {
	if k == nil {
		return nil
	}
	for i := range k.Keys { // rows are large, and this is asked for every key of a file
		if k.Keys[i].Name == name {
			return &k.Keys[i]
		}
	}
	return nil
}

// has reports whether a section has the key, whatever reads it.
func (k *Key) Has(name string) bool { return k.Row(name) != nil }

// list returns the names of the keys of a section, in their order, that good accepts.
func (k *Key) list(good func(*Key) bool) []string {
	var list []string
	for i := range k.Keys {
		if row := &k.Keys[i]; good(row) && !slices.Contains(list, row.Name) {
			list = append(list, row.Name)
		}
	}
	return list
}

// all returns the names of all keys of a section.
func (k *Key) All() []string { return k.list(func(*Key) bool { return true }) }

// of returns the names of the keys that a value of the choice reads besides the choice itself.
func (k *Key) Of(m Model, chosen ...string) []string {
	return k.list(func(row *Key) bool { return row.Name != k.Choice && row.Reads(m, chosen...) })
}

// groupOf returns the keys of the group that has a key.
func (k *Key) GroupOf(name string) []string {
	i := slices.IndexFunc(k.Groups, func(g Group) bool { return slices.Contains(g.Keys, name) })
	return slices.Clone(k.Groups[i].Keys)
}

// offers returns the words of a choice that a model reads.
func (k *Key) Offers(m Model) []string {
	var list []string
	for _, o := range k.Options {
		if o.Models == nil || slices.Contains(o.Models, m) {
			list = append(list, o.Name)
		}
	}
	return list
}

// words returns all words of a choice.
func (k *Key) Words() []string {
	var list []string
	for _, o := range k.Options {
		list = append(list, o.Name)
	}
	return list
}

// plainWords returns options that need no explanation.
func plainWords(names ...string) []Option {
	var list []Option
	for _, name := range names {
		list = append(list, Option{Name: name})
	}
	return list
}
