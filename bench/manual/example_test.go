package manual_test

import (
	"fmt"
	"os"
	"strings"

	"shardq/bench/manual"
)

func Example() {
	topic, err := manual.Find("method")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(topic.Name, "-", topic.Summary)
	topic.Markdown, _, _ = strings.Cut(topic.Markdown, "This topic") // the title alone
	if err := topic.WriteText(os.Stdout, 80); err != nil {
		fmt.Println(err)
	}
	// Output:
	// method - the model, its events, and why parallel windows are exact
	// Method: the model, its events, and why parallel windows are exact
	// =================================================================
}
