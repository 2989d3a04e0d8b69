package speed

import (
	"context"
	"fmt"
	stdsync "sync"
	"sync/atomic"

	"shardq/graph/rng"
)

// spin draws words that depend on each other: work that needs nothing but a core.
func spin(words uint64) {
	sequence, sum := rng.NewSequence(1), uint64(0)
	for range words {
		sum = rng.Mix64(sum ^ sequence.Next())
	}
	spun.Store(sum)
}

var spun atomic.Uint64 // keeps the work from being left out

// freeCores compares pure computing on all cores with one: what several shards can be expected to bring at best, on this machine at this
// time.
func (s *session) freeCores(ctx context.Context) error {
	r := s.race()
	defer r.close()
	for _, cores := range []int{1, s.cores} {
		r.list = append(r.list, contestant{
			name: fmt.Sprintf("nothing but computing, %d core%s", cores, plural(cores)), system: "unit=word", shards: cores,
			work: func(_ context.Context, words uint64) (uint64, error) {
				each := words/uint64(cores) + 1
				var all stdsync.WaitGroup
				for range cores {
					all.Go(func() { spin(each) })
				}
				all.Wait()
				return each * uint64(cores), nil
			},
		})
	}
	t, err := r.run(ctx)
	if err != nil {
		return err
	}
	one, more := s.line(&t[0]), s.line(&t[1])
	one.Unit, more.Unit = "word", "word"
	more.against(&t[1], &t[0])
	if more.Ratio < 0.9*float64(s.cores) {
		more.Note = "other programs, or the host, take cores: several shards are slower than they could be"
	}
	s.add(one, more)
	return nil
}
