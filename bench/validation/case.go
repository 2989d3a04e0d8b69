package validation

import (
	"fmt"
	"math"
	"strings"

	"shardq/bench/oracle"
)

// caseText writes an exactly solved system as a scenario of about the given number of jobs.
func caseText(c oracle.Case, jobs float64) string {
	var b strings.Builder
	s := &c.System
	fmt.Fprintf(&b, "name: %s\nservers:\n  buffer: %d\n  list:\n", c.Name, s.Buffer)
	for _, rate := range s.Rates {
		fmt.Fprintf(&b, "    - {rate: %v}\n", rate)
	}
	b.WriteString("ports:\n  list:\n")
	for _, p := range s.Ports {
		fmt.Fprintf(
			&b,
			"    - {rate: %v, neighbours: [%s]}\n",
			p.Rate,
			strings.Trim(strings.ReplaceAll(fmt.Sprint(p.Neighbours), " ", ", "), "[]"),
		)
	}
	fmt.Fprintf(&b, "graph: {kind: explicit}\npolicy: {name: %s", s.Policy)
	if s.D > 0 {
		fmt.Fprintf(&b, ", d: %d, replacement: %v", s.D, s.Replacement)
	}
	measure := jobs / s.ArrivalRate()
	fmt.Fprintf(&b, "}\nrun: {seed: 1, warmup: %.0f, measure: %.0f}\n", math.Min(1000, measure/10), measure)
	return b.String()
}
