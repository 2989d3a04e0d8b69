package manual_test

import (
	"bytes"
	"errors"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"shardq/bench/manual"
)

func TestTopics(t *testing.T) {
	names := map[string]bool{}
	title := regexp.MustCompile(`^# [A-Z][A-Za-z -]*: [^\n.]+\n\n`)
	for _, topic := range manual.Topics() {
		names[topic.Name] = true
		if !title.MatchString(topic.Markdown) {
			t.Errorf("%s: does not begin with a line \"# Title: summary\"", topic.Name)
		}
		if n := utf8.RuneCountInString(topic.Summary); n < 20 || n > 100 {
			t.Errorf("%s: a summary of %d characters", topic.Name, n)
		}
		if found, err := manual.Find(topic.Name); err != nil || found != topic {
			t.Errorf("%s: not found: %v", topic.Name, err)
		}
	}
	for _, name := range []string{"carrying-on", "citing", "method", "models", "output", "performance", "reproducibility", "statistics"} {
		if !names[name] {
			t.Errorf("no topic %s", name)
		}
	}
	if _, err := manual.Find("methods"); !errors.Is(err, manual.ErrUnknown) {
		t.Errorf("Find of an unknown topic: %v", err)
	}
}

// TestReferences: topics that a topic names exist.
func TestReferences(t *testing.T) {
	for _, topic := range manual.Topics() {
		for _, m := range regexp.MustCompile("topics? `([a-z-]+)`(?: and `([a-z-]+)`)?").FindAllStringSubmatch(topic.Markdown, -1) {
			for _, name := range m[1:] {
				if _, err := manual.Find(name); name != "" && err != nil {
					t.Errorf("%s: %v", topic.Name, err)
				}
			}
		}
	}
}

// TestTextFits: at any width no line of a topic is wider than the page, but for code and single words; and no word is lost.
func TestTextFits(t *testing.T) {
	code := regexp.MustCompile("(?s)```.*?\n```")
	for _, topic := range manual.Topics() {
		for _, columns := range []int{40, 80, 100} {
			var out bytes.Buffer
			if err := topic.WriteText(&out, columns); err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(out.String()) {
				line = strings.TrimRight(line, "\n")
				if utf8.RuneCountInString(line) > columns && columns >= 80 && !strings.HasPrefix(line, "    ") {
					t.Errorf("%s: wider than %d columns: %s", topic.Name, columns, line)
				}
				if line != strings.TrimRight(line, " ") {
					t.Errorf("%s: spaces at the end of %q", topic.Name, line)
				}
			}
			if strings.Contains(out.String(), "\n\n\n\n") || strings.Contains(out.String(), "<!--") {
				t.Errorf("%s: two empty lines too many, or a comment", topic.Name)
			}
		}
		var out bytes.Buffer
		if err := topic.WriteText(&out, 1000); err != nil {
			t.Fatal(err)
		}
		for _, block := range code.FindAllString(topic.Markdown, -1) {
			for line := range strings.Lines(block) {
				if !strings.HasPrefix(line, "```") && !strings.Contains(out.String(), strings.TrimRight(line, " \n")) {
					t.Errorf("%s: code lost: %s", topic.Name, line)
				}
			}
		}
	}
}

func TestWriteText(t *testing.T) {
	topic := manual.Topic{Name: "x", Summary: "y", Markdown: `# Title: a summary

A paragraph with **strong** words, a [link](https://example.org), *stress*, and 2 * 3 * 4
in two lines.

<!-- not
shown -->
- first item that is long enough to be broken
- second
  goes on

1. one

> quoted
> twice

## Part

| head | tail |
|---|---|
| a | ` + "`b|c`" + ` |
| a longer cell that has to give way | d \| e |

` + "```sh\nshardq run   x\n\n  y\n```\n"}
	want := `Title: a summary
================

A paragraph with strong words, a link,
stress, and 2 * 3 * 4 in two lines.

- first item that is long enough to be
  broken
- second goes on

1. one

    quoted twice


Part
----

head                               tail
---------------------------------  -----
a                                  ` + "`b|c`" + `
a longer cell that has to give     d | e
way

    shardq run   x

      y
`
	var out bytes.Buffer
	if err := topic.WriteText(&out, 40); err != nil {
		t.Fatal(err)
	}
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &out, want)
	}
}

func TestWriteMan(t *testing.T) {
	for _, topic := range manual.Topics() {
		var one, two bytes.Buffer
		if err := errors.Join(topic.WriteMan(&one, "shardq", "v1"), topic.WriteMan(&two, "shardq", "v1")); err != nil {
			t.Fatal(err)
		}
		head := `.TH "SHARDQ-` + strings.ToUpper(topic.Name) + `" "7" "" "shardq v1" "shardq manual"`
		if !strings.Contains(one.String(), head) || !bytes.Equal(one.Bytes(), two.Bytes()) {
			t.Errorf("%s: no head %s, or two pages that differ", topic.Name, head)
		}
	}
}
