package scenario

import (
	"fmt"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Set is one --set override: the value, written as YAML, goes to the path, a dotted list of keys and list indexes such as
// servers.types.0.rate.
type Set struct{ Path, Value string }

// ParseSet splits "path=value" at the first equals sign.
func ParseSet(text string) (Set, error) {
	path, value, found := strings.Cut(text, "=")
	path = strings.TrimSpace(path)
	if !found || path == "" {
		return Set{}, fmt.Errorf("scenario: --set %s: want path=value, such as ports.load=0.8", text)
	}
	for _, key := range strings.Split(path, ".") {
		if key == "" {
			return Set{}, fmt.Errorf("scenario: --set %s: empty key in path %q", text, path)
		}
	}
	return Set{path, value}, nil
}

// String returns the flag as a user would write it.
func (s Set) String() string { return "--set " + s.Path + "=" + s.Value }

// Nodes that came from the override i carry the line -(i+1), so that a problem with them can name the flag.

// mark makes a node and all below it belong to the override i.
func mark(n *yaml.Node, i int) {
	n.Line, n.Column = -(i + 1), 0
	for _, c := range n.Content {
		mark(c, i)
	}
}

// fromSet reports whether an override brought the node in.
func fromSet(n *yaml.Node) bool { return n.Line < 0 }

// applySet changes the tree under root.
func applySet(root *yaml.Node, set Set, i int) error {
	value, err := parseTree([]byte(set.Value))
	if err != nil {
		return fmt.Errorf("the value is not YAML: %w", err)
	}
	mark(value, i)
	keys := strings.Split(set.Path, ".")
	n := root
	for depth, key := range keys {
		var at int // index of the child in n.Content
		switch n.Kind {
		case yaml.SequenceNode:
			at, err = strconv.Atoi(key)
			if err != nil || at < 0 || at >= len(n.Content) {
				return fmt.Errorf("%s is a list of %d, and %q is no index into it", strings.Join(keys[:depth], "."), len(n.Content), key)
			}
		default: // a plain value has no keys: a section takes its place
			*n = yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}
			mark(n, i)
			fallthrough
		case yaml.MappingNode:
			section := depth < len(keys)-1 || value.Kind == yaml.MappingNode // what the key will hold
			dropRivals(n, strings.Join(keys[:depth], "."), key, section)
			at = keyIndex(n, key)
			if at < 0 {
				at = len(n.Content)
				empty := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!null"}
				n.Content = append(n.Content, nil, empty)
				mark(empty, i)
			}
			if depth == len(keys)-1 || n.Content[at] == nil {
				name := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: key}
				mark(name, i)
				n.Content[at] = name
			}
			at++
		}
		if depth == len(keys)-1 {
			n.Content[at] = value
		}
		n = n.Content[at]
	}
	return nil
}

// keyIndex returns where in a mapping's content the key stands, or -1.
func keyIndex(mapping *yaml.Node, key string) int {
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		if mapping.Content[i].Value == key {
			return i
		}
	}
	return -1
}

// dropRivals removes the alternatives of a key that is about to be set, to a section or to something else.
func dropRivals(mapping *yaml.Node, parent, key string, section bool) {
	drop := func(rival string) {
		if i := keyIndex(mapping, rival); i >= 0 && rival != key {
			mapping.Content = append(mapping.Content[:i:i], mapping.Content[i+2:]...)
		}
	}
	for _, group := range alternatives(parent) {
		if contains(group, key) {
			for _, rival := range group {
				drop(rival)
			}
		}
	}
	if parent != "ports" {
		return
	}
	// The law of a batch, which is a section, stands for load, rate and halfin_whitt; poisson does not. And alpha belongs to halfin_whitt.
	totals := []string{"load", "rate", "halfin_whitt"}
	switch {
	case contains(totals, key):
		if i := keyIndex(mapping, "batch"); i >= 0 && mapping.Content[i+1].Kind == yaml.MappingNode {
			drop("batch")
		}
		if key != "halfin_whitt" {
			drop("alpha")
		}
	case key == "batch" && section:
		for _, rival := range append(totals, "alpha") {
			drop(rival)
		}
	}
}

// alternatives returns the groups of keys of a section of which a file may give only one.
func alternatives(section string) [][]string {
	switch section {
	case "servers":
		return [][]string{{"types", "list"}}
	case "ports":
		return [][]string{{"load", "rate", "halfin_whitt"}, {"count", "exponent"}}
	case "ports.rates":
		return [][]string{{"zipf", "file"}}
	case "graph":
		return [][]string{{"probability", "mean_degree", "degree"}, {"sides", "dimensions"}}
	case "service":
		return [][]string{{"scv", "probabilities"}, {"scv", "rates"}}
	}
	return nil
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}
