package scenario

import (
	"fmt"
	"strings"
)

// Topics returns the names of the sections that have a page of help, such as "graph".
func Topics() []string {
	return table.list(func(row *key) bool { return row.keys != nil })
}

// Help returns a page about a section, or about all of a file for "". It returns false for what is no section.
func Help(topic string) (string, bool) {
	var b strings.Builder
	if topic == "" {
		fmt.Fprintf(&b, "%s\n", table.doc)
		table.help(&b, "", "")
		return b.String(), true
	}
	k := table.row(topic)
	if k == nil || k.keys == nil {
		return "", false
	}
	fmt.Fprintf(&b, "%s\n", sentences(k, table.choice))
	k.help(&b, topic, "")
	return b.String(), true
}

// help writes the keys of a section, and of the sections in it; the page on the whole file leaves those out.
func (k *key) help(b *strings.Builder, path, indent string) {
	for i := range k.keys {
		row := &k.keys[i]
		fmt.Fprintf(b, "\n%s%s: %s\n%s    %s\n", indent, join(path, row.name), row.takes(), indent, sentences(row, k.choice))
		for _, o := range row.explained() {
			fmt.Fprintf(b, "%s    - %s\n", indent, o)
		}
		if row.keys != nil && path != "" {
			row.help(b, join(path, row.name)+row.index(), indent+"  ")
		}
	}
}

// sentences returns what a key is, what it stands for if it is left out, and what reads it.
func sentences(k *key, choice string) string {
	text := k.doc
	switch d := k.fallback(); {
	case k.need != "":
		text += " Required."
	case d != "":
		text += " Default: " + d + "."
	}
	if r := k.readers(choice); r != "" {
		text += " Only with " + r + "."
	}
	return text
}

// Reference returns a page in Markdown with a table for each section.
func Reference() string {
	var b strings.Builder
	b.WriteString("# Keys of a scenario\n\n" + table.doc + "\n")
	table.reference(&b, "")
	return b.String()
}

func (k *key) reference(b *strings.Builder, path string) {
	b.WriteString("\n| key | value | default | only | what it is |\n|---|---|---|---|---|\n")
	for i := range k.keys {
		row := &k.keys[i]
		doc, left := row.doc, row.fallback()
		for _, o := range row.explained() {
			doc += "<br>" + o
		}
		if row.need != "" {
			left = "required"
		}
		fmt.Fprintf(b, "| `%s` | %s | %s | %s | %s |\n", row.name, row.takes(), left, row.readers(k.choice), doc)
	}
	for i := range k.keys {
		if row := &k.keys[i]; row.keys != nil {
			at := join(path, row.name) + row.index()
			fmt.Fprintf(b, "\n## %s\n\n%s\n", at, sentences(row, k.choice))
			row.reference(b, at)
		}
	}
}

// index stands for the index into a list of sections.
func (k *key) index() string {
	if k.form == parts {
		return ".0"
	}
	return ""
}

// explained returns the options of a choice that have an explanation.
func (k *key) explained() []string {
	var list []string
	for _, o := range k.options {
		text := o.name + ": " + o.doc
		if o.doc != "" && o.models != nil {
			text += " (" + modelNames(o.models) + ")"
		}
		if o.doc != "" {
			list = append(list, text)
		}
	}
	return list
}

// takes says what the value of a key looks like.
func (k *key) takes() string {
	hi := k.figure(k.hi)
	switch {
	case k.to != nil:
		hi = k.to.text
	case k.open:
		hi = "below " + hi
	}
	text := map[form]string{
		part: "a section", parts: "a list of sections", several: "a section or a list of them", seed: "a whole number of 64 bits", text: "text", file: "a file",
		choice: strings.Join(k.words(), ", "), truth: "false or true", probabilities: "a list of probabilities that sum to 1", matrix: "a list of lists of probabilities",
		width: "a positive number, or one in per cent", names: "the name of a policy, or several", sample: k.wants(hi) + ", or a section", number: k.wants(hi), whole: k.wants(hi),
		numbers: "a list of numbers from " + general(k.lo) + " to " + hi, wholes: "a list of whole numbers from " + decimal(k.lo) + " to " + hi,
	}[k.form]
	if k.unit != "" && k.noun == "" {
		text += " (" + k.unit + ")"
	}
	if k.word != "" {
		text += ", or " + k.word
	}
	return text
}

// fallback says what an absent key stands for.
func (k *key) fallback() string {
	if k.def != "" {
		return k.def
	}
	return k.usual
}

// readers says which models and values of the section's choice read a key, "" for all of them.
func (k *key) readers(choice string) string {
	var list []string
	if k.models != nil {
		list = append(list, modelNames(k.models))
	}
	if k.only != nil {
		list = append(list, choice+" "+strings.Join(k.only, ", "))
	}
	return strings.Join(list, "; ")
}

func modelNames(models []Model) string {
	list := []string{"model"}
	for i, m := range models {
		name := string(m)
		if i < len(models)-1 {
			name += ","
		}
		list = append(list, name)
	}
	return strings.Join(list, " ")
}
