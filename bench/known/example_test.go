package known_test

import (
	"context"
	"fmt"

	"shardq/bench/known"
	"shardq/bench/scenario/input"
)

func Example() {
	sc, err := input.Parse(
		"one.yaml",
		[]byte("{servers: {count: 1, buffer: 3, types: [{share: 1, rate: 1}]}, ports: {count: 1, load: 0.5}, graph: {kind: complete}, "+
			"policy: {name: jsq}, run: {warmup: 1, measure: 1}}"),
		nil,
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := known.SurveyOf(context.Background(), sc, known.SurveyOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range s.Facts {
		if f.Section == "exact" && f.Name == "mean response" {
			fmt.Printf("%.4f: %s (%s)\n", f.Value, f.Holds, f.Source)
		}
	}
	l, _ := s.Theory.First()
	fmt.Printf("%.4f: %s (%s)\n", l.Value, l.Holds, l.Name)
	// Output:
	// 1.5714: exact, 4 states, about 0.0 MB (balance equations of the Markov chain)
	// 1.5714: exact: one server (M/M/1/3)
}
