package scenario

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strconv"

	"go.yaml.in/yaml/v3"
)

// object is a section to write: its keys in their order.
type object struct {
	names  []string
	values []any
	block  bool // over several lines in YAML
}

func (o *object) add(name string, value any) {
	o.names, o.values = append(o.names, name), append(o.values, value)
}

// MarshalJSON writes the keys in their order.
func (o *object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, name := range o.names {
		if i > 0 {
			b.WriteByte(',')
		}
		for j, v := range []any{name, o.values[i]} {
			text, err := json.Marshal(v)
			if err != nil {
				return nil, err
			}
			if j > 0 {
				b.WriteByte(':')
			}
			b.Write(text)
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// node returns a value as a part of a YAML document.
func node(value any) (*yaml.Node, error) {
	var n yaml.Node
	switch v := value.(type) {
	case *object:
		n.Kind, n.Tag = yaml.MappingNode, "!!map"
		if !v.block {
			n.Style = yaml.FlowStyle
		}
		for i, name := range v.names {
			key, err := node(name)
			if err != nil {
				return nil, err
			}
			child, err := node(v.values[i])
			if err != nil {
				return nil, err
			}
			n.Content = append(n.Content, key, child)
		}
		return &n, nil
	case []any:
		n.Kind, n.Tag, n.Style = yaml.SequenceNode, "!!seq", yaml.FlowStyle
		for _, item := range v {
			child, err := node(item)
			if err != nil {
				return nil, err
			}
			n.Content = append(n.Content, child)
		}
		return &n, nil
	}
	err := n.Encode(value)
	if n.Kind != yaml.ScalarNode { // a list of numbers
		n.Style = yaml.FlowStyle
	}
	return &n, err
}

// document returns the scenario in the form of a file, which reads back as the same scenario.
func (s *Scenario) document() *object { return Table.object(s, s) }

// object writes a section whose structure is target.
func (k *Key) object(s *Scenario, target any) *object {
	o := &object{block: k.Block}
	var chosen []string
	if k.Choice != "" {
		chosen = []string{k.Find(k.Choice, s.Model).written(s, target).(string)}
	}
	for _, name := range k.All() {
		row := k.Find(name, s.Model, chosen...)
		if row == nil || row.Shown != nil && !row.Shown(s) {
			continue
		}
		if v := row.written(s, target); v != nil {
			o.add(name, v)
		}
	}
	return o
}

// written returns what a file has for a key, nil for nothing.
func (k *Key) written(s *Scenario, target any) any {
	switch {
	case k.Form == SeveralForm:
		var list []any
		for i := range s.Policies {
			list = append(list, k.object(s, &s.Policies[i]))
		}
		if len(list) == 1 {
			return list[0]
		}
		return list
	case k.Name == "precision":
		return s.precisionDocument()
	case k.Form == PartForm:
		if o := k.object(s, target); len(o.names) > 0 {
			return o
		}
		return k.orWord()
	case k.At == nil:
		return nil
	}
	v := reflect.ValueOf(k.At(target)).Elem()
	if rule, ok := v.Interface().(fmt.Stringer); ok {
		return rule.String()
	}
	if k.Form == PartsForm {
		var list []any
		for i := range v.Len() {
			list = append(list, k.object(s, v.Index(i).Addr().Interface()))
		}
		if list == nil {
			return nil
		}
		return list
	}
	if k.WordAt != nil {
		switch w := reflect.ValueOf(k.WordAt(target)).Elem(); {
		case !w.IsZero():
			return k.Word
		case v.IsZero() && !k.Zero:
			return nil
		}
	}
	if v.IsZero() && !k.Zero {
		return k.orWord()
	}
	if v.Kind() == reflect.String {
		return v.String()
	}
	if k.Form == SeedForm && v.Uint() > exactInteger {
		return strconv.FormatUint(v.Uint(), 10)
	}
	return v.Interface()
}

// exactInteger is the number up to which every program that reads JSON has whole numbers exactly.
const exactInteger = 1 << 53

// orWord returns the word that stands for an absent value, nil if there is none.
func (k *Key) orWord() any {
	if k.Word == "" || k.WordAt != nil {
		return nil
	}
	return k.Word
}

// precisionDocument writes the half-widths.
func (s *Scenario) precisionDocument() any {
	o := &object{}
	for _, p := range s.Run.Precision {
		if p.Percent > 0 {
			o.add(p.Measure, General(p.Percent)+"%")
		} else {
			o.add(p.Measure, p.Absolute)
		}
	}
	return o
}

// MarshalJSON writes the scenario with the names of the file and all defaults filled in. input.Parse reads it back.
func (s *Scenario) MarshalJSON() ([]byte, error) { return json.Marshal(s.document()) }

// MarshalYAML is MarshalJSON for YAML.
func (s *Scenario) MarshalYAML() (any, error) { return node(s.document()) }

// WriteYAML writes the scenario as a file that input.Parse reads back as the same scenario.
func (s *Scenario) WriteYAML(w io.Writer) error {
	e := yaml.NewEncoder(w)
	e.SetIndent(2)
	if err := e.Encode(s); err != nil {
		return fmt.Errorf("scenario: writing %s: %w", s.Name, err)
	}
	return e.Close()
}
