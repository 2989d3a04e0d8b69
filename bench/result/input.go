package result

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/cespare/xxhash/v2"

	"shardq/bench/scenario"
)

// Input is a file that a result depends on.
type Input struct {
	Key   string `json:"key"`             // of the scenario that names it, such as "graph.path"
	Path  string `json:"path"`            // as it is named there
	Bytes int64  `json:"bytes"`           // size; 0 of a stream
	XXH64 string `json:"xxh64,omitempty"` // xxhash64 of the bytes of the file; "" of a stream, which can be read only once
}

// InputsOf reads the files that a scenario names and returns their sizes and hashes. If ctx ends before, the error is that of ctx.
func InputsOf(ctx context.Context, sc *scenario.Scenario) ([]Input, error) {
	var list []Input
	for _, file := range []struct{ key, path string }{{"graph.path", sc.Graph.Path}, {"ports.rates.file", sc.Port.File}} {
		if file.path == "" {
			continue
		}
		in, err := inputOf(ctx, file.key, file.path)
		if err != nil {
			return nil, err
		}
		list = append(list, in)
	}
	return list, nil
}

func inputOf(ctx context.Context, key, path string) (Input, error) {
	in := Input{Key: key, Path: path}
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return in, nil // whoever reads it says what is wrong
	}
	f, err := os.Open(path)
	if err != nil {
		return in, nil
	}
	defer f.Close()
	until := reading(func(p []byte) (int, error) { // until ctx ends
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		return f.Read(p)
	})
	h := xxhash.New()
	if in.Bytes, err = io.Copy(h, until); err != nil {
		if ctx.Err() != nil {
			return in, ctx.Err()
		}
		return in, fmt.Errorf("result: %s: %w", key, err)
	}
	in.XXH64 = hexadecimal(h.Sum64())
	return in, nil
}

// reading is a function that is a reader.
type reading func(p []byte) (int, error)

func (f reading) Read(p []byte) (int, error) { return f(p) }
