package scenario

import (
	"fmt"
	"slices"
	"strings"

	"shardq/kernel/policy"
)

// Topics returns the names of the sections that have a page of help, such as "graph".
func Topics() []string {
	return Table.list(func(row *Key) bool { return row.Keys != nil })
}

// Help returns a page about a section in Markdown, or about the whole file for "". It returns false for what is no section.
func Help(topic string) (string, bool) {
	k, title := &Table, "Scenario: the sections of a file"
	if topic != "" {
		if k, title = Table.Row(topic), "Section "+topic+": its keys"; k == nil || k.Keys == nil {
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
	fmt.Fprintf(&b, "# Scenario: every key\n\n%s\n", sentences(&Table, ""))
	Table.page(&b, "", "##", true)
	return b.String()
}

// page writes the keys of a section, the options of its choices and, if deep, the sections in it.
func (k *Key) page(b *strings.Builder, path, heading string, deep bool) {
	b.WriteString("\n")
	for i, row := range k.Keys {
		same := func(other Key) bool {
			return other.Name == row.Name && other.Doc == row.Doc && other.Need == row.Need && (&other).takes() == row.takes()
		}
		if slices.ContainsFunc(k.Keys[:i], same) {
			continue // told with the first one
		}
		row.Only = slices.Clone(row.Only)
		for _, other := range k.Keys[i+1:] {
			if same(other) {
				row.Only = append(row.Only, other.Only...)
			}
		}
		fmt.Fprintf(b, "- `%s`: %s. %s\n", Join(path, row.Name), row.takes(), sentences(&row, k.Choice))
	}
	for i := range k.Keys {
		row := &k.Keys[i]
		at := Join(path, row.Name)
		if list := row.explained(); list != nil {
			fmt.Fprintf(b, "\n| %s | |\n|---|---|\n%s\n", at, strings.Join(list, "\n"))
		}
		if row.Keys != nil && deep {
			fmt.Fprintf(b, "\n%s %s\n", heading, at)
			row.page(b, at+row.index(), heading+"#", deep)
		}
	}
}

// sentences returns what a key is, what it stands for if it is left out, and what reads it.
func sentences(k *Key, choice string) string {
	text := k.Doc
	switch d := k.fallback(); {
	case k.Need != "":
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
func (k *Key) index() string {
	if k.Form == PartsForm {
		return ".0"
	}
	return ""
}

// explained returns rows of a table of the options of a choice that have an explanation.
func (k *Key) explained() []string {
	var list []string
	if k.Form == NamesForm {
		for _, m := range policy.Models() {
			list = append(list, "| model "+string(m)+" | "+strings.Join(policy.Names(m), ", ")+" |")
		}
	}
	for _, o := range k.Options {
		doc := o.Doc
		if o.Models != nil {
			doc += " (" + modelNames(o.Models) + ")"
		}
		if o.Doc != "" {
			list = append(list, "| "+o.Name+" | "+doc+" |")
		}
	}
	return list
}

// takes says what the value of a key looks like.
func (k *Key) takes() string {
	hi := k.Figure(k.Hi)
	switch {
	case k.To != nil:
		hi = k.To.Text
	case k.Open:
		hi = "below " + hi
	}
	text := map[Form]string{
		PartForm: "a section", PartsForm: "a list of sections", SeveralForm: "a section or a list of them",
		SeedForm: "a whole number of 64 bits",
		TextForm: "text", FileForm: "a file",
		ChoiceForm: strings.Join(k.Words(), ", "), TruthForm: "false or true", ProbabilitiesForm: "a list of probabilities that sum to 1",
		MatrixForm: "a list of lists of probabilities",
		WidthForm:  "a positive number, or one in per cent", NamesForm: "the name of a policy, or several", SampleForm: k.Wants(hi) +
			", or a section",
		NumberForm: k.Wants(hi), WholeForm: k.Wants(hi),
		NumbersForm: "a list of numbers from " + General(k.Lo) + " to " + hi,
		WholesForm:  "a list of whole numbers from " + Decimal(k.Lo) + " to " + hi,
	}[k.Form]
	if k.Unit != "" && k.Noun == "" {
		text += " (" + k.Unit + ")"
	}
	if k.Word != "" {
		text += ", or " + k.Word
	}
	return text
}

// fallback says what an absent key stands for.
func (k *Key) fallback() string {
	if k.Def != "" {
		return k.Def
	}
	return k.Usual
}

// readers says which models and values of the section's choice read a key, "" for all of them.
func (k *Key) readers(choice string) string {
	var list []string
	if k.Models != nil {
		list = append(list, modelNames(k.Models))
	}
	if k.Only != nil {
		list = append(list, choice+" "+strings.Join(k.Only, ", "))
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
