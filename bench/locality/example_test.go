package locality_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"shardq/bench/instance"
	"shardq/bench/locality"
)

// Two halls whose ports and servers are numbered by turns.
func Example() {
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	halls := filepath.Join(folder, "halls.txt")
	if err := os.WriteFile(halls, []byte("0 0\n0 2\n1 1\n1 3\n2 0\n2 2\n3 1\n3 3\n"), 0o600); err != nil {
		fmt.Println(err)
		return
	}
	t, err := locality.Run(context.Background(), locality.Config{Source: instance.Source{File: halls}, Name: "halls", Parts: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(t.Title)
	for _, row := range t.Rows {
		if row[1].String() == "all" {
			fmt.Println(row[0], row[5])
		}
	}
	// Output:
	// halls: 4 ports, 4 servers, 8 edges
	// as numbered 50.0 %
	// parts 0 %
	// renumbered 0 %
}
