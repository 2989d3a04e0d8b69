package diffusion_test

import (
	"fmt"

	"shardq/bench/theory/diffusion"
)

func ExampleGamma2() {
	g := diffusion.Gamma2{Beta: 2}
	fmt.Printf("mean %.2f, median %.4f\n", g.Mean(), g.Quantile(0.5))
	// Output:
	// mean 1.00, median 0.8392
}

func ExampleHalfinWhitt() {
	law, err := diffusion.HalfinWhitt{Beta: 1, Seed: 1, Time: 100}.Simulate()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("about %.0f idle servers of 10,000\n", 100*law.Idle.Value)
	// Output:
	// about 100 idle servers of 10,000
}
