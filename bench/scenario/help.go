package scenario

import (
	"fmt"
	"slices"
	"strings"

	"shardq/kernel/policy"
)

// Topics returns the names of the sections that have a page of help, such as "graph".
func Topics() []string {
	return table.list(func(row *key) bool { return row.keys != nil })
}

// Help returns a page about a section in Markdown, or about the whole file for "". It returns false for what is no section.
func Help(topic string) (string, bool) {
	k, title := &table, "Scenario: the sections of a file"
	if topic != "" {
		if k, title = table.row(topic), "Section "+topic+": its keys"; k == nil || k.keys == nil {
			return "", false
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s\n", title, sentences(k, ""))
	k.page(&b, topic, "##", topic != "")
	return b.String(), true
}

// Reference returns a page about all keys in Markdown.
func Reference() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Scenario: every key\n\n%s\n", sentences(&table, ""))
	table.page(&b, "", "##", true)
	return b.String()
}

// page writes the keys of a section, the options of its choices and, if deep, the sections in it.
func (k *key) page(b *strings.Builder, path, heading string, deep bool) {
	b.WriteString("\n")
	for i, row := range k.keys {
		same := func(other key) bool {
			return other.name == row.name && other.doc == row.doc && other.need == row.need && (&other).takes() == row.takes()
		}
		if slices.ContainsFunc(k.keys[:i], same) {
			continue // told with the first one
		}
		row.only = slices.Clone(row.only)
		for _, other := range k.keys[i+1:] {
			if same(other) {
				row.only = append(row.only, other.only...)
			}
		}
		fmt.Fprintf(b, "- `%s`: %s. %s\n", join(path, row.name), row.takes(), sentences(&row, k.choice))
	}
	for i := range k.keys {
		row := &k.keys[i]
		at := join(path, row.name)
		if list := row.explained(); list != nil {
			fmt.Fprintf(b, "\n| %s | |\n|---|---|\n%s\n", at, strings.Join(list, "\n"))
		}
		if row.keys != nil && deep {
			fmt.Fprintf(b, "\n%s %s\n", heading, at)
			row.page(b, at+row.index(), heading+"#", deep)
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

// index stands for the index into a list of sections.
func (k *key) index() string {
	if k.form == parts {
		return ".0"
	}
	return ""
}

// explained returns rows of a table of the options of a choice that have an explanation.
func (k *key) explained() []string {
	var list []string
	if k.form == names {
		for _, m := range policy.Models() {
			list = append(list, "| model "+string(m)+" | "+strings.Join(policy.Names(m), ", ")+" |")
		}
	}
	for _, o := range k.options {
		doc := o.doc
		if o.models != nil {
			doc += " (" + modelNames(o.models) + ")"
		}
		if o.doc != "" {
			list = append(list, "| "+o.name+" | "+doc+" |")
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
