package policy

import "fmt"

const least = "the fewest jobs, the one in service included"

// bipartite has the rules of the bipartite model.
var bipartite = [...]Descriptor{
	{
		Rule: JFSQ, Lengths: true, Searches: true, FasterFirst: true, Lumpable: true, Limit: LowerBound,
		sends: always(least + "; ties to the fastest, then uniform"), cost: askNeighbours,
	},
	{
		Rule: JFIQ, AsksIdle: true, Searches: true, FasterFirst: true, Lumpable: true, Limit: LowerBound,
		sends: always("the fastest idle neighbour, ties uniform; none idle: a uniform neighbour, full or not"), cost: reportIdle,
	},
	{
		Rule: JSQ, Lengths: true, Searches: true, Lumpable: true, Limit: NobodyWaits,
		sends: always(least + "; ties uniform"), cost: askNeighbours,
	},
	{
		Rule: JIQ, AsksIdle: true, Searches: true, Lumpable: true, Limit: NobodyWaits,
		sends: always("a uniform idle neighbour; none idle: a uniform neighbour, full or not"), cost: reportIdle,
	},
	{
		Rule: Random, Lumpable: true, Limit: Separate,
		sends: always("a uniform neighbour, full or not"), cost: stateless,
	},
	{
		Rule: Fastest, Lumpable: true, Limit: FastestAlone,
		sends: always("a uniform one of the fastest neighbours, busy or not"), cost: stateless,
	},
	{
		Rule: JSQD, Keys: []Key{keyD, keyReplacement}, Sample: SampleAny, Lengths: true, Lumpable: true, Limit: PowerOfD,
		sends: func(p Policy) string { return least + ", of " + sampled(p) + "; ties uniform" }, cost: askSample,
	},
	{
		Rule: JIQJSQD, Keys: []Key{keyD, keyReplacement}, Sample: SampleAny, Lengths: true, AsksIdle: true, Searches: true, Lumpable: true,
		Limit: NobodyWaits,
		sends: func(p Policy) string { return "a uniform idle neighbour; none idle: " + least + ", of " + sampled(p) },
		cost:  reportIdleOrAsk,
	},
	{
		Rule: Supermarket, Keys: []Key{keyD, keyReplacement}, Sample: SampleOthers, Lengths: true, OwnServer: true, Limit: PowerOfD,
		sends: func(p Policy) string { return least + ", of the own server and " + others(p) + "; ties uniform" }, cost: askOthers,
	},
	{
		Rule: TwoClass, Keys: []Key{keyDFast, keyDSlow, keyPFast, keyPSlow}, Sample: SampleByClass, Lengths: true, Rates: 2,
		Limit: FastOrSlow,
		// With some coins a job goes to a fast server because a slow one is idle, and would go to a slow one if it were not.
		inOrder: func(p Policy) bool { return p.PSlow < 1-p.PFast },
		sends: func(p Policy) string {
			return fmt.Sprintf("of %d fast and %d slow neighbours: an idle fast one; else an idle slow one with probability "+
				"%.4g, or the shortest fast queue; "+
				"none idle: the shortest fast queue with probability %.4g, or the shortest slow one", p.DFast, p.DSlow, p.PSlow, p.PFast)
		},
		cost: askClasses,
	},
}

// sampled says what a sample is of.
func sampled(p Policy) string {
	switch {
	case p.Replacement:
		return fmt.Sprintf("%d uniform draws from the neighbours", p.D)
	case p.D == 1:
		return "1 neighbour"
	}
	return fmt.Sprintf("%d neighbours", p.D)
}

// others says what a sample beside the own server is of.
func others(p Policy) string {
	switch {
	case p.Replacement:
		return fmt.Sprintf("%d uniform draws from its neighbours", p.D-1)
	case p.D == 2:
		return "1 sampled neighbour"
	}
	return fmt.Sprintf("%d sampled neighbours", p.D-1)
}
