package input

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"shardq/bench/scenario"

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
		return Set{}, fmt.Errorf("scenario: --set %s: want path=value, such as ports.load=0.8", scenario.Clip(text))
	}
	for _, key := range strings.Split(path, ".") {
		if key == "" {
			return Set{}, fmt.Errorf("scenario: --set %s: empty key in path %q", scenario.Clip(text), scenario.Clip(path))
		}
	}
	return Set{path, value}, nil
}

// ParseSets splits each of texts.
func ParseSets(texts []string) ([]Set, error) {
	var sets []Set
	for _, text := range texts {
		set, err := ParseSet(text)
		if err != nil {
			return nil, err
		}
		sets = append(sets, set)
	}
	return sets, nil
}

// String returns the flag as a user would write it, cut where it is too long for a message.
func (s Set) String() string { return "--set " + scenario.Clip(s.Path) + "=" + scenario.Clip(s.Value) }

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
	n, k := root, &scenario.Table // k: the row of the section, nil if it has none
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
			dropRivals(k, n, key, section)
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
		if n.Kind == yaml.MappingNode { // an index leads to a section with the keys of its list
			k = k.Row(key)
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

// dropRivals removes the alternatives of a key of a section that is about to be set, to a section or to something else.
func dropRivals(k *scenario.Key, mapping *yaml.Node, name string, section bool) {
	if k == nil {
		return
	}
	drop := func(rival string) {
		if i := keyIndex(mapping, rival); i >= 0 && rival != name {
			mapping.Content = append(mapping.Content[:i:i], mapping.Content[i+2:]...)
		}
	}
	for i := range k.Keys {
		row := &k.Keys[i]
		rivals := rival(k, name, row.Name)
		switch at := keyIndex(mapping, row.Name); {
		case row.Name == name && section: // it takes the place of others
			for _, other := range row.Stands {
				drop(other)
			}
			for j := range k.Keys {
				if slices.Contains(row.Stands, k.Keys[j].With) {
					drop(k.Keys[j].Name)
				}
			}
		case rivals || row.With != "" && rival(k, name, row.With):
			drop(row.Name)
		case slices.Contains(row.Stands, name) && at >= 0 && mapping.Content[at+1].Kind == yaml.MappingNode:
			drop(row.Name)
		}
	}
}

// rival reports whether a file may give only one of two keys of a section.
func rival(k *scenario.Key, a, b string) bool {
	return a != b && slices.ContainsFunc(k.Groups, func(g scenario.Group) bool {
		return slices.Contains(g.Keys, a) && slices.Contains(g.Keys, b)
	})
}
