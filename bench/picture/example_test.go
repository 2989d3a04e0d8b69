package picture_test

import (
	"bytes"
	"fmt"

	"shardq/bench/picture"
)

// A panel is drawn from its curves.
func ExamplePanel() {
	p := picture.Panel{
		Name: "response", Title: "Response", X: picture.Axis{Label: "load", Short: "load"},
		Y: picture.Axis{Label: "mean response time [slots]"},
		Curves: []picture.Curve{{Name: "JSQ", Points: []picture.Point{
			{X: 0.5, Y: picture.Value{At: 1.2, Low: 1.1, High: 1.3}},
			{X: 0.9, Y: picture.Value{At: 2.5, Low: 2.4, High: 2.6}},
		}}},
	}
	var svg bytes.Buffer
	if err := p.Write(&svg, "svg"); err != nil {
		fmt.Println(err)
		return
	}
	table := p.Table()
	for _, row := range table.Rows {
		fmt.Println(row[0], row[1])
	}
	// Output:
	// 0.5 1.20 ± 0.10
	// 0.9 2.50 ± 0.10
}
