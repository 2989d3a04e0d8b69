package speed

import (
	"context"
	"fmt"
	"testing"
	"time"
	"os"
	"strconv"

	"shardq/alloc"
	"shardq/graph"
	"shardq/kernel"
	"shardq/shard"
)

func TestQuick(t *testing.T) {
	lg := 20
	if v := os.Getenv("LG"); v != "" {
		lg, _ = strconv.Atoi(v)
	}
	deg := 30.0
	if v := os.Getenv("DEG"); v != "" {
		deg, _ = strconv.ParseFloat(v, 64)
	}
	n := 1 << lg
	ar := alloc.New(alloc.Config{})
	t0 := time.Now()
	g, err := graph.Bernoulli(graph.Config{Ports: n, Servers: n, Seed: 1, Arena: ar, Workers: 2}, deg/float64(n))
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println("build", time.Since(t0), g.Edges())
	sys := &kernel.System{Graph: g, Buffer: 5, Seed: 1}
	for _, r := range []float64{1, .5, .25, .125} {
		sys.Types = append(sys.Types, kernel.Type{Rate: r, Count: n / 4})
	}
	sys.Arrivals = .8 * sys.Capacity()
	p := NewPlain(sys)
	p.Run(n * 4)
	run := func(shards int) *shard.Simulator {
		s, err := shard.New(sys, shard.Config{Shards: shards, Arena: ar})
		if err != nil {
			t.Fatal(err)
		}
		s.Advance(context.Background(), 10)
		return s
	}
	s1, s2 := run(1), run(2)
	dt := 3e6 / sys.Arrivals
	if lg > 20 {
		dt *= 2
	}
	for i := 0; i < 3; i++ {
		t0 := time.Now()
		p.Run(2e6)
		fmt.Printf("plain %.1f", float64(time.Since(t0).Nanoseconds())/2e6)
		for _, s := range []*shard.Simulator{s1, s2} {
			a := s.Counters().Arrived
			t0 := time.Now()
			s.Advance(context.Background(), s.Now()+dt)
			d := time.Since(t0)
			fmt.Printf("  shards=%d %.1f", s.Shards(), float64(d.Nanoseconds())/float64(s.Counters().Arrived-a))
		}
		fmt.Println()
	}
	fmt.Println(s1.Digest() == s2.Digest())
}
