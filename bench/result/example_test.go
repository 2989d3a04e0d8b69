package result_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"shardq/bench/result"
	"shardq/bench/scenario/input"
	"shardq/bench/study"
)

func Example() {
	sc, err := input.Builtin("quickstart", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := study.Run(context.Background(), sc, study.Options{Shards: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	var out bytes.Buffer
	if err := result.Write(&out, r, result.JSON); err != nil {
		fmt.Println(err)
		return
	}
	var document struct {
		Schema  int
		Results []struct {
			Policy   string
			Measures map[string]struct {
				Value  *float64 // null if it is not known
				Unit   string
				Theory *struct{ Value *float64 }
			}
		}
	}
	if err := json.Unmarshal(out.Bytes(), &document); err != nil {
		fmt.Println(err)
		return
	}
	one := document.Results[0]
	response := one.Measures["mean_response"]
	fmt.Printf("schema %d, %s\n", document.Schema, one.Policy)
	fmt.Printf("mean response %.1f (%s), in theory %.4f\n", *response.Value, response.Unit, *response.Theory.Value)
	// Output:
	// schema 2, jfsq
	// mean response 2.3 (time), in theory 1.6296
}
