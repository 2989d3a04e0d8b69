package graph

import "math"

// PacksWell reports whether a random graph is better stored in packed form than as a [CSR]: if it is too large for a second-level cache,
// has neither very short nor very long rows, and takes less memory so.
func PacksWell(ports, servers int, edges uint64) bool {
	const (
		cached   = 4 << 20 // bytes of a CSR up to which reading it costs less than unpacking
		shortest = 4       // mean degree; shorter rows leave most of a block empty
		longest  = 1000    // mean degree; longer rows are read line after line in either form
	)
	if PackedWidth(servers) == 0 || edges < shortest*uint64(ports) || edges > longest*uint64(ports) {
		return false
	}
	csr := EstimateBytes(ports, edges)
	return csr > cached && EstimatePackedBytes(ports, servers, edges) < csr
}

// EstimatePackedBytes returns the memory of [PackBernoulli] for a graph with so many edges, or a few per cent more: with one size of a
// block nearly as good as another, that of the worse one. For more servers than packed form allows it returns the largest number.
func EstimatePackedBytes(ports, servers int, edges uint64) uint64 {
	width := PackedWidth(servers)
	if width == 0 {
		return math.MaxUint64
	}
	sums := binomialSums(servers, 2*float64(edges)/float64(ports))
	_, least := bestBlock(width, sums)
	most := uint64(0)
	for block := lineBytes; block <= maxLines*lineBytes; block += lineBytes {
		if blockCost(block, width, sums)-least <= least/100 { // chance may prefer it
			rows, ids := expectApart(float64(ports+1)/2, block, width, sums)
			most = max(most, packedBytes(ports, block, min(rows, uint64(ports)), min(ids, edges)))
		}
	}
	return most
}

// EstimatePackedRegularBytes returns the memory of [PackRegular], or the largest number for more servers than packed form allows.
func EstimatePackedRegularBytes(ports, servers, degree int) uint64 {
	width := PackedWidth(servers)
	if width == 0 {
		return math.MaxUint64
	}
	sums := []tallySum{{2 * degree, uint64(ports / 2)}, {degree, uint64(ports % 2)}}
	block, _ := bestBlock(width, sums)
	rows, ids := uint64(0), uint64(0)
	for i, odd := range []int{degree, 0} {
		for j, own := range fit(block, width, degree, odd) {
			if own {
				rows += sums[i].pairs
				ids += sums[i].pairs * uint64([2]int{degree, odd}[j])
			}
		}
	}
	return packedBytes(ports, block, rows, ids)
}

// packedBytes returns the memory of a packed graph in which so many rows with so many ids are kept apart.
func packedBytes(ports, block int, rows, ids uint64) uint64 {
	size := uint64(ports+1)/2*uint64(block) + 2*dataPadding
	if rows > 0 {
		size += 4*(ids+Padding) + 8*(rows+1)
	}
	return size
}

// expectApart returns a bound on how many rows of a random graph are kept apart and on their ids: what is expected, and six standard
// deviations.
func expectApart(pairs float64, block int, width uint, sums []tallySum) (rows, ids uint64) {
	var meanRows, meanIDs float64
	for _, s := range sums {
		if fitsTogether(block, width, s.sum) {
			continue
		}
		// One row has half of the sum, give or take half its square root; the longer one is larger by sqrt(2/pi) of that on average.
		longer := min(float64(s.sum)/2+0.4*math.Sqrt(float64(s.sum))+0.5, float64(s.sum))
		count := pairs * float64(s.pairs) / lawPairs
		if 2*headerBytes+indexBytes+idBytes(s.sum-int(longer), width) <= block {
			meanRows += count
			meanIDs += count * longer
		} else {
			meanRows += 2 * count
			meanIDs += count * float64(s.sum)
		}
	}
	if meanRows == 0 {
		return 0, 0
	}
	factor := 1 + 6/math.Sqrt(meanRows)
	return uint64(meanRows*factor) + 1, uint64(meanIDs*factor) + 1
}

// lawPairs is the number of pairs of rows that a law is given for.
const lawPairs = 1 << 24

// binomialSums returns how many of lawPairs pairs of rows of a random graph have how many edges: the sum of two rows is binomial. What is
// rarer than one among them is left out.
func binomialSums(servers int, mean float64) []tallySum {
	trials := 2 * servers
	odds := mean / (float64(trials) - mean)
	switch {
	case !(odds >= 0 && odds < 1e12):
		return []tallySum{{trials, lawPairs}} // complete
	case mean > 4*maxLines*lineBytes:
		return []tallySum{{int(mean) + 1, lawPairs}} // no two rows fit into a block, and that is all that counts
	}
	// The law up to a factor, by recursion from the mode to where it ends or no longer counts.
	reach := int(8*math.Sqrt(mean)) + 16
	mode := int(mean)
	least, most := max(mode-reach, 0), min(mode+reach, trials)
	law := make([]float64, most-least+1)
	law[mode-least] = 1
	total := 1.0
	for s := mode + 1; s <= most; s++ {
		law[s-least] = law[s-1-least] * (float64(trials-s+1) / float64(s)) * odds
		total += law[s-least]
	}
	for s := mode - 1; s >= least; s-- {
		law[s-least] = law[s+1-least] * (float64(s+1) / float64(trials-s)) / odds
		total += law[s-least]
	}
	var sums []tallySum
	for i, x := range law {
		if n := uint64(lawPairs*x/total + 0.5); n > 0 {
			sums = append(sums, tallySum{least + i, n})
		}
	}
	return sums
}
