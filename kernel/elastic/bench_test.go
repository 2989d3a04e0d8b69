package elastic

import (
	"context"
	"fmt"
	"testing"

	"shardq/graph/isa"
)

// BenchmarkAdvance reports events per second. They must not depend on the number of servers.
func BenchmarkAdvance(b *testing.B) {
	for _, servers := range []int{1_000, 1_000_000, 1_000_000_000} {
		for _, buffer := range []int{0, 5} {
			b.Run(fmt.Sprintf("servers=%d/buffer=%d", servers, buffer), func(b *testing.B) {
				sys := &System{
					Servers:  servers,
					Buffer:   buffer,
					Rate:     1,
					Arrivals: 0.8 * float64(servers),
					Standby:  0.5,
					Setup:    0.2,
					Seed:     1,
				}
				s, err := New(sys, isa.Best)
				if err != nil {
					b.Fatal(err)
				}
				defer s.Close()
				now, step := 0.0, 1e5/sys.Arrivals
				count := func() uint64 { c := s.Counters(); return c.Arrived + c.Departed + c.Ready + c.SwitchedOff }
				advance := func() {
					now += step
					if err := s.Advance(context.Background(), now); err != nil {
						b.Fatal(err)
					}
				}
				for range 10 {
					advance()
				}
				before := count()
				b.ReportAllocs()
				for b.Loop() {
					advance()
				}
				b.ReportMetric(float64(count()-before)/b.Elapsed().Seconds()/1e6, "Mevents/s")
			})
		}
	}
}
