package scenario

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"shardq/kernel/policy"
)

// everyRow calls f for all rows of the table with their paths.
func everyRow(k *Key, path string, f func(path string, in, row *Key)) {
	for i := range k.Keys {
		row := &k.Keys[i]
		at := Join(path, row.Name)
		f(at, k, row)
		everyRow(row, at, f)
	}
}

// TestTable: rows are complete, and what they say of each other is so.
func TestTable(t *testing.T) {
	count := 0
	everyRow(&Table, "", func(path string, in, row *Key) {
		count++
		if !strings.HasSuffix(row.Doc, ".") || len(row.Doc) > 200 {
			t.Errorf("%s: documented as %q, want a sentence", path, row.Doc)
		}
		if row.Only != nil {
			if choice := in.Row(in.Choice); choice == nil || choice.Form != NamesForm && !subset(row.Only, choice.Words()) {
				t.Errorf("%s: read by %v, which are no options of %s", path, row.Only, in.Choice)
			}
		}
		for _, other := range append([]string{row.With}, row.Stands...) {
			if other != "" && in.Row(other) == nil {
				t.Errorf("%s: %s is not beside it", path, other)
			}
		}
		if row.Form == ChoiceForm && row.Def != "" && !slices.Contains(row.Words(), row.Def) {
			t.Errorf("%s: the default %s is no option", path, row.Def)
		}
		if (row.Form == NumberForm || row.Form == WholeForm) && !(row.Lo < row.Hi) {
			t.Errorf("%s: from %v to %v", path, row.Lo, row.Hi)
		}
		if row.takes() == "" {
			t.Errorf("%s: of a form that help does not know", path)
		}
		for _, m := range policy.Models() { // at most one row applies
			for _, c := range append([]string{""}, row.Only...) {
				n := 0
				for i := range in.Keys {
					if other := &in.Keys[i]; other.Name == row.Name && c != "" && other.Reads(m, c) {
						n++
					}
				}
				if n > 1 {
					t.Errorf("%s: %d rows in model %s for %s", path, n, m, c)
				}
			}
		}
	})
	if count < 80 {
		t.Errorf("%d rows", count)
	}
	for _, g := range Table.Row("graph").Groups {
		if !subset(g.Keys, Table.Row("graph").All()) {
			t.Errorf("group %v", g.Keys)
		}
	}
}

func subset(some, all []string) bool {
	return !slices.ContainsFunc(some, func(s string) bool { return !slices.Contains(all, s) })
}

// computed are the fields of a scenario that no key holds: they follow from others.
var computed = []string{"Server.Types.Count", "Run.Precision"}

// TestEveryFieldHasAKey: to add a key to the files is to add a field to the scenario and a row to the table, which has an accessor for it.
// Here is told which is missing.
func TestEveryFieldHasAKey(t *testing.T) {
	places := map[any]bool{}
	s := &Scenario{Policies: make([]policy.Policy, 1)}
	s.Server.Types, s.Server.List, s.Port.List = make([]ServerType, 1), make([]float64, 1), make([]Port, 1)
	targets := []any{s, &s.Server.Types[0], &s.Server.List[0], &s.Port.List[0], &s.Policies[0]}
	everyRow(&Table, "", func(_ string, _, row *Key) {
		for _, accessor := range []func(any) any{row.At, row.WordAt} {
			if accessor == nil {
				continue
			}
			for _, target := range targets {
				if place := try(accessor, target); place != nil {
					places[place] = true
				}
			}
		}
	})
	var visit func(path string, v reflect.Value)
	visit = func(path string, v reflect.Value) {
		switch {
		case slices.Contains(computed, path) || places[v.Addr().Interface()] && v.Kind() != reflect.Slice:
		case v.Kind() == reflect.Struct:
			for i := range v.NumField() {
				visit(strings.TrimPrefix(path+"."+v.Type().Field(i).Name, "."), v.Field(i))
			}
		case v.Kind() == reflect.Slice && v.Len() > 0:
			visit(path, v.Index(0))
		case !places[v.Addr().Interface()]:
			t.Errorf("no row of the table has the field %s", path)
		}
	}
	visit("", reflect.ValueOf(s).Elem())
}

// try calls an accessor, which panics on a structure of another type.
func try(accessor func(any) any, target any) (place any) {
	defer func() { _ = recover() }()
	return accessor(target)
}
