package compare

import (
	"encoding/json"
	"fmt"
	"strings"

	"shardq/bench/scenario"
	"shardq/bench/scenario/input"
)

// Choose reads policies as a command line has them and returns the change of the scenario that makes them its policies: names between
// commas, each with the keys that it reads in braces, as in jsq-d{d:3},jsq. A name without braces means the policies of that name that the
// scenario has, with their settings, or else one without any.
func Choose(sc *scenario.Scenario, text string) (input.Set, error) {
	own, err := policySections(sc)
	if err != nil {
		return input.Set{}, err
	}
	items, err := splitOutside(text)
	if err != nil {
		return input.Set{}, err
	}
	var sections []string
	for _, item := range items {
		name, keys, braces := strings.Cut(item, "{")
		name = strings.TrimSpace(name)
		if name == "" || strings.ContainsAny(name, " }:[]#\"'&*!|>%@`") {
			return input.Set{}, fmt.Errorf(
				"compare: policy %q, want a name, and in braces what it reads if not as in the scenario: jsq-d{d:2}",
				item,
			)
		}
		switch {
		case braces:
			keys = strings.TrimSpace(keys)
			if !strings.HasSuffix(keys, "}") {
				return input.Set{}, fmt.Errorf("compare: policy %q, want nothing behind the closing brace", item)
			}
			keys = strings.TrimSpace(strings.TrimSuffix(keys, "}"))
			section := "{name: " + name
			if keys != "" {
				section += ", " + strings.ReplaceAll(keys, ":", ": ")
			}
			sections = append(sections, section+"}")
		case own[name] != nil:
			sections = append(sections, own[name]...)
		default:
			sections = append(sections, "{name: "+name+"}")
		}
	}
	return input.Set{Path: "policy", Value: "[" + strings.Join(sections, ", ") + "]"}, nil
}

// policySections returns the policies of a scenario by name, each as a section of its file.
func policySections(sc *scenario.Scenario) (map[string][]string, error) {
	data, err := json.Marshal(sc)
	if err != nil {
		return nil, err
	}
	var file struct{ Policy json.RawMessage }
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, err
	}
	list := []json.RawMessage{file.Policy}
	if strings.HasPrefix(strings.TrimSpace(string(file.Policy)), "[") {
		if err := json.Unmarshal(file.Policy, &list); err != nil {
			return nil, err
		}
	}
	own := make(map[string][]string)
	for _, section := range list {
		var named struct{ Name string }
		if err := json.Unmarshal(section, &named); err != nil {
			return nil, err
		}
		own[named.Name] = append(own[named.Name], string(section))
	}
	return own, nil
}

// splitOutside splits a text at the commas that are not within braces or brackets.
func splitOutside(text string) (items []string, err error) {
	depth, start := 0, 0
	for i, r := range text {
		switch r {
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth < 0 {
				return nil, fmt.Errorf("compare: policies %q: a %c that closes nothing", text, r)
			}
		case ',':
			if depth == 0 {
				items = append(items, text[start:i])
				start = i + 1
			}
		}
	}
	if depth > 0 {
		return nil, fmt.Errorf("compare: policies %q: a brace is not closed", text)
	}
	return append(items, text[start:]), nil
}
