package result

import (
	"fmt"
	"io"
	"os"

	"github.com/cespare/xxhash/v2"

	"shardq/bench/scenario"
)

// Input is a file that a result depends on.
type Input struct {
	Key   string `json:"key"`   // of the scenario that names it, such as "graph.path"
	Path  string `json:"path"`  // as it is named there
	Bytes int64  `json:"bytes"` // size
	XXH64 string `json:"xxh64"` // xxhash64 of the bytes of the file
}

// InputsOf reads the files that a scenario names and returns their sizes and hashes.
func InputsOf(sc *scenario.Scenario) ([]Input, error) {
	var list []Input
	for _, file := range []struct{ key, path string }{{"graph.path", sc.Graph.Path}, {"ports.rates.file", sc.Port.File}} {
		if file.path == "" {
			continue
		}
		in, err := inputOf(file.key, file.path)
		if err != nil {
			return nil, err
		}
		list = append(list, in)
	}
	return list, nil
}

func inputOf(key, path string) (Input, error) {
	f, err := os.Open(path)
	if err != nil {
		return Input{}, fmt.Errorf("result: %s: %w", key, err)
	}
	defer f.Close()
	h := xxhash.New()
	n, err := io.Copy(h, f)
	if err != nil {
		return Input{}, fmt.Errorf("result: %s: %w", key, err)
	}
	return Input{key, path, n, hexadecimal(h.Sum64())}, nil
}
