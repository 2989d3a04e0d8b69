package manual

import (
	"embed"
	"errors"
	"fmt"
	"strings"
)

//go:embed *.md
var files embed.FS // read-only

// ErrUnknown says that there is no such topic.
var ErrUnknown = errors.New("no such topic")

// Topic is one text of the manual.
type Topic struct {
	Name     string
	Summary  string // one line
	Markdown string
}

// Topics returns all topics, by name.
func Topics() []Topic {
	entries, err := files.ReadDir(".")
	if err != nil {
		panic("manual: no embedded files") // the compiler put them there
	}
	var list []Topic
	for _, e := range entries {
		text, err := files.ReadFile(e.Name())
		if err != nil {
			panic("manual: an embedded file cannot be read")
		}
		t := Topic{Name: strings.TrimSuffix(e.Name(), ".md"), Markdown: string(text)}
		title, _, _ := strings.Cut(t.Markdown, "\n")
		_, t.Summary, _ = strings.Cut(title, ": ")
		list = append(list, t)
	}
	return list
}

// Find returns the topic of a name. The error wraps [ErrUnknown].
func Find(name string) (Topic, error) {
	for _, t := range Topics() {
		if t.Name == name {
			return t, nil
		}
	}
	return Topic{}, fmt.Errorf("manual: %q: %w", name, ErrUnknown)
}
