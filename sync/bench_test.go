package sync_test

import (
	"fmt"
	"runtime"
	stdsync "sync"
	"testing"

	winsync "shardq/sync"
)

// BenchmarkBarrier lets goroutines with a core each wait for each other and do nothing else.
func BenchmarkBarrier(b *testing.B) {
	for _, goroutines := range []int{2, 4} {
		b.Run(fmt.Sprintf("goroutines=%d", goroutines), func(b *testing.B) {
			if goroutines > runtime.GOMAXPROCS(0) {
				b.Skip("needs a core for each goroutine")
			}
			const waits = 1 << 10 // for each time round
			for b.Loop() {
				barrier := winsync.NewBarrier(goroutines)
				var all stdsync.WaitGroup
				for range goroutines {
					all.Go(func() {
						for range waits {
							barrier.Wait()
						}
					})
				}
				all.Wait()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/waits, "ns/wait")
		})
	}
}

// BenchmarkSettle lists the claims of a window and settles those that met. A job is a claim. Servers are picked so that about one claim in
// so many meets an earlier one; a claim taken up moves to a server of its own.
func BenchmarkSettle(b *testing.B) {
	const jobs = 1 << 12
	for _, one := range []int{2, 64} {
		b.Run(fmt.Sprintf("claims=%d/met=1of%d", jobs, one), func(b *testing.B) {
			list := make([]winsync.Claim, jobs)
			for i := range list {
				server := i
				if i%one == one-1 {
					server--
				}
				list[i] = winsync.Claim{Order: uint64(i), Server: uint32(server)}
			}
			var claims winsync.Claims
			settle := func() int {
				claims.Reset(jobs)
				claims.Add(list)
				return claims.Settle(func(i int, _ *winsync.Claim) (server uint32, fixed bool) { return uint32(jobs + i), false })
			}
			if taken := settle(); taken != jobs/one {
				b.Fatalf("%d claims were taken up, want %d", taken, jobs/one)
			}
			b.ReportAllocs()
			for b.Loop() {
				settle()
			}
			done := float64(b.N) * jobs
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/done, "ns/job")
			b.ReportMetric(done/b.Elapsed().Seconds(), "jobs/s")
		})
	}
}
