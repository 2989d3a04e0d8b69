package meanfield_test

import (
	"fmt"

	"shardq/bench/theory/meanfield"
	"shardq/kernel"
	"shardq/kernel/policy"
)

// The busy share of servers under JSQ(2) at load 0.9, from an empty start.
func ExampleTrajectory() {
	s := meanfield.System{Types: []kernel.Type{{Rate: 1, Count: 100}}, Arrivals: 90, Policy: policy.Policy{Rule: policy.JSQD, D: 2}}
	moments, err := meanfield.Trajectory(s, nil, []float64{1, 10, 100})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range moments {
		fmt.Printf("%.0f %.4f %.4f\n", m.Time, m.Tail[0][0], m.Tail[0][1])
	}
	// Output:
	// 1 0.5091 0.0795
	// 10 0.8453 0.5953
	// 100 0.9000 0.7289
}

func ExamplePowerOfD() {
	response, tail := meanfield.PowerOfD(0.9, 2)
	fmt.Printf("%.4f %.4f\n", response, tail[:3])
	// Output:
	// 2.6141 [0.9000 0.7290 0.4783]
}
