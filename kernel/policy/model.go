package policy

import (
	"fmt"
	"slices"
	"strings"
)

// Rules returns the rules of a model in the order in which they are listed; none for a model that does not exist.
func Rules(m Model) []Rule {
	var list []Rule
	for _, d := range table(m) {
		list = append(list, d.Rule)
	}
	return list
}

// Names returns the names of the rules of a model, in their order.
func Names(m Model) []string {
	var names []string
	for _, r := range Rules(m) {
		names = append(names, r.String())
	}
	return names
}

// In reports whether a model has the rule.
func (r Rule) In(m Model) bool { return Describe(m, r).Model != "" }

// Parse returns the rule of a model by its name. Of another name it returns an [UnknownError].
func Parse(m Model, name string) (Rule, error) {
	for _, r := range Rules(m) {
		if r.String() == name {
			return r, nil
		}
	}
	e := &UnknownError{Model: m, Name: name, Known: Names(m)}
	for _, other := range Models() {
		if slices.Contains(Names(other), name) {
			e.Elsewhere = append(e.Elsewhere, other)
		}
	}
	return 0, e
}

// Check returns an [UnknownError] if a model does not have the rule.
func Check(m Model, r Rule) error {
	if r.In(m) {
		return nil
	}
	_, err := Parse(m, r.String())
	return err
}

// UnknownError says that a model has no policy of a name.
type UnknownError struct {
	Model     Model
	Name      string
	Known     []string // names that the model has
	Elsewhere []Model  // models that have one of this name
}

func (e *UnknownError) Error() string {
	return fmt.Sprintf("policy: unknown policy %q (want one of %s)", e.Name, strings.Join(e.Known, ", "))
}
