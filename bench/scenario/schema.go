package scenario

import (
	"encoding/json"
	"math"
	"regexp"
	"slices"
	"strings"

	"shardq/kernel/policy"
)

// Schema returns a JSON Schema (draft 2020-12) of scenario files, for editors. It accepts every scenario that input.Parse accepts; what it
// cannot say, such as that shares sum to 1 or that a degree is at most the number of servers, only input.Parse refuses. Infinity is the
// word inf in it, since JSON has no other.
func Schema() []byte {
	w := schemaWriter{defs: &object{}, names: map[string]string{}}
	var choices []any
	for _, m := range policy.Models() {
		is := fields("properties", fields("model", fields("const", string(m))))
		if m != Bipartite { // which is the default
			is.add("required", []string{"model"})
		}
		choices = append(choices, fields("if", is, "then", w.shared("scenario", &Table, m)))
	}
	schema := fields(
		"$schema",
		"https://json-schema.org/draft/2020-12/schema",
		"title",
		"Scenario of shardq",
		"description",
		Table.Doc,
		"type",
		"object",
		"properties",
		fields("model", fields("enum", Table.Row("model").Words())),
		"allOf",
		choices,
		"$defs",
		w.defs,
	)
	return append(marshalled(schema), '\n')
}

// schemaWriter collects the sections of a schema: those that are the same in several models, or in several places, are written once.
type schemaWriter struct {
	defs  *object
	names map[string]string // of a section by its text
}

// shared returns a reference to the schema of a section.
func (w *schemaWriter) shared(name string, k *Key, m Model) *object {
	o := w.section(k, m)
	text := string(marshalled(o))
	if _, known := w.names[text]; !known {
		if slices.Contains(w.defs.names, name) {
			name += "-" + string(m)
		}
		for slices.Contains(w.defs.names, name) { // of the same name in another section
			name += "-"
		}
		w.names[text] = name
		w.defs.add(name, o)
	}
	return fields("$ref", "#/$defs/"+w.names[text])
}

func marshalled(o *object) []byte {
	text, err := json.MarshalIndent(o, "", " ")
	if err != nil {
		panic("scenario: a schema that is no JSON")
	}
	return text
}

// fields makes an object of names and values.
func fields(list ...any) *object {
	o := &object{}
	for i := 0; i < len(list); i += 2 {
		o.add(list[i].(string), list[i+1])
	}
	return o
}

// section returns the schema of a section in a model.
func (w *schemaWriter) section(k *Key, m Model) *object {
	properties := &object{}
	required := []string{}
	var conditions []any
	for _, name := range k.list(func(row *Key) bool { return row.Reads(m) }) {
		var union []string
		var rows []*Key
		for i := range k.Keys {
			if row := &k.Keys[i]; row.Name == name && row.Reads(m) {
				rows, union = append(rows, row), append(union, row.Only...)
			}
		}
		if first := rows[0]; first.Only == nil {
			properties.add(name, w.value(first, m))
			if first.Need != "" || name == k.Choice {
				required = append(required, name)
			}
			continue
		}
		if len(rows) == 1 {
			properties.add(name, w.value(rows[0], m))
		} else {
			properties.add(name, true)
		}
		for _, row := range rows {
			then := &object{}
			if len(rows) > 1 {
				then.add("properties", fields(name, w.value(row, m)))
			}
			if row.Need != "" {
				then.add("required", []string{name})
			}
			if row.With != "" {
				then.add("dependentRequired", fields(name, []string{row.With}))
			}
			if len(then.names) > 0 {
				conditions = append(conditions, fields("if", k.chose(row.Only), "then", then))
			}
		}
		conditions = append(conditions, fields("if", fields("required", []string{name}), "then", k.chose(union)))
	}
	o := fields("type", "object", "properties", properties, "additionalProperties", false)
	if len(required) > 0 {
		o.add("required", required)
	}
	if conditions = append(conditions, k.exclusions(m)...); len(conditions) > 0 {
		o.add("allOf", conditions)
	}
	return o
}

// chose returns the condition that the choice of a section is, or has among its names, one of some values.
func (k *Key) chose(values []string) *object {
	condition := fields("enum", values)
	if k.Row(k.Choice).Form == NamesForm {
		condition = fields("anyOf", []any{
			fields("type", "string", "pattern", `(^|,)\s*(`+alternatives(values)+`)\s*(,|$)`),
			fields("type", "array", "contains", condition),
		})
	}
	return fields("properties", fields(k.Choice, condition), "required", []string{k.Choice})
}

// alternatives returns a pattern for one of some words.
func alternatives(words []string) string {
	var quoted []string
	for _, w := range words {
		quoted = append(quoted, regexp.QuoteMeta(w))
	}
	return strings.Join(quoted, "|")
}

// exclusions returns what the groups of a section say: of some keys one may be given, or must be.
func (k *Key) exclusions(m Model) []any {
	var list []any
	for _, g := range k.Groups {
		read := slices.DeleteFunc(slices.Clone(g.Keys), func(name string) bool { return k.Find(name, m) == nil })
		var one []any
		for i, a := range read {
			one = append(one, fields("required", []string{a}))
			for _, b := range read[i+1:] {
				list = append(list, fields("not", fields("required", []string{a, b})))
			}
		}
		for _, name := range g.Unless {
			if k.Find(name, m) != nil { // and is no word
				one = append(one, fields("properties", fields(name, fields("type", []string{"array", "object"})), "required",
					[]string{name}))
			}
		}
		switch must := fields("anyOf", one); {
		case !g.Need:
		case k.Choice == "":
			list = append(list, must)
		default:
			var choosing []string // the values of the choice that read more than one of the keys
			for _, name := range k.Row(k.Choice).Offers(m) {
				if n := len(slices.DeleteFunc(slices.Clone(read), func(key string) bool { return k.Find(key, m, name) == nil })); n > 1 {
					choosing = append(choosing, name)
				}
			}
			if choosing != nil {
				list = append(list, fields("if", k.chose(choosing), "then", must))
			}
		}
	}
	for i := range k.Keys {
		row := &k.Keys[i]
		if !row.Reads(m) {
			continue
		}
		if row.With != "" && row.Only == nil {
			list = append(list, fields("dependentRequired", fields(row.Name, []string{row.With})))
		}
		for _, other := range row.Stands {
			both := fields("properties", fields(row.Name, fields("type", "object")), "required", []string{row.Name, other})
			list = append(list, fields("not", both))
		}
	}
	return list
}

// value returns the schema of the value of a key.
func (w *schemaWriter) value(k *Key, m Model) *object {
	o := w.bare(k, m)
	if k.Word != "" {
		o = fields("anyOf", []any{fields("const", k.Word), o})
	}
	doc := k.Doc
	if d := k.fallback(); d != "" {
		doc += " Default: " + d + "."
	}
	return o.front("description", doc)
}

// front puts a field before the others.
func (o *object) front(name string, value any) *object {
	return &object{names: append([]string{name}, o.names...), values: append([]any{value}, o.values...)}
}

func (w *schemaWriter) bare(k *Key, m Model) *object {
	list := func(items *object) *object { return fields("type", "array", "minItems", 1, "items", items) }
	switch k.Form {
	case PartForm:
		return w.shared(k.Name, k, m)
	case PartsForm:
		return list(w.shared(k.Name, k, m))
	case SeveralForm:
		return fields("if", fields("type", "array"), "then", list(w.shared(k.Name, k, m)), "else", w.shared(k.Name, k, m))
	case NumberForm, NumbersForm, MatrixForm:
		o := k.bounds("number")
		if k.Form != NumberForm {
			o = list(o)
		}
		if k.Form == MatrixForm {
			o = list(o)
		}
		return o
	case ProbabilitiesForm:
		return list(k.bounds("number"))
	case WholeForm:
		return k.bounds("integer")
	case WholesForm:
		return list(k.bounds("integer"))
	case SeedForm:
		return fields("anyOf", []any{fields("type", "integer", "minimum", 0, "maximum", uint64(math.MaxUint64)),
			fields("type", "string", "pattern", "^[0-9]{1,20}$")})
	case SampleForm:
		return fields("if", fields("type", "object"), "then", w.shared(k.Name, k, m), "else", k.bounds("integer"))
	case ChoiceForm:
		return fields("enum", k.Offers(m))
	case TruthForm:
		return fields("enum", []any{false, true, "false", "true"})
	case WidthForm:
		return fields("anyOf", []any{fields("type", "number", "minimum", MinPositive, "maximum", MaxNumber),
			fields("type", "string", "pattern", `^\s*\+?[0-9_.]*[1-9][0-9_.]*([eE][-+]?[0-9]+)?\s*%$`)})
	case NamesForm:
		known := policy.Names(m)
		some := `\s*(` + alternatives(known) + `)\s*`
		return fields("anyOf", []any{fields("type", "string", "pattern", "^"+some+"(,"+some+")*$"), list(fields("enum", known))})
	}
	o := fields("type", []string{"string", "number", "boolean"}, "minLength", 1) // YAML takes what looks like a number for one
	if k.Form == TextForm {
		o.add("maxLength", LongestText)
		o.add("pattern", `^[^\x00-\x1f\x7f]*$`)
	}
	return o
}

// bounds returns the schema of a number; a bound that depends on the scenario is left to input.Parse.
func (k *Key) bounds(kind string) *object {
	most := "maximum"
	if k.Open {
		most = "exclusiveMaximum"
	}
	return fields("type", kind, "minimum", k.Lo, most, k.Hi)
}
