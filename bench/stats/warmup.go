package stats

import "math"

// MSERBatch is the number of neighbouring values that MSER-5 takes together.
const MSERBatch = 5

// MSER finds the end of the initial transient of a series by MSER-5 (White, "An effective truncation heuristic for bias reduction in
// simulation output", Simulation 69, 1997; White, Cobb and Spratt 2000): values are averaged in fives, and the first d of the n averages
// are cut off, such that
//
//	sum over i > d of (x[i] - mean of these)^2 / (n-d)^2
//
// is least, which is the squared error of the mean of what remains if that is not correlated. The last five averages are never the whole
// remainder, since few values may agree by chance. cut is the number of values of the series to cut off. found is false if d is more than
// n/2: the transient then seems to go on to the end, and a longer series is needed (Hoad, Robinson and Davies 2010). A series of fewer than
// 10 averages finds nothing.
func MSER(series []float64) (cut int, found bool) {
	const leastLeft, fewest = 5, 10
	n := len(series) / MSERBatch
	if n < fewest {
		return 0, false
	}
	x := make([]float64, n)
	for i := range x {
		x[i] = sum(series[MSERBatch*i:MSERBatch*(i+1)]) / MSERBatch
	}
	best, at := math.Inf(1), 0
	for d := 0; d <= n-leastLeft; d++ {
		mean := sum(x[d:]) / float64(n-d)
		squares := 0.0
		for _, v := range x[d:] {
			squares += float64((v - mean) * (v - mean))
		}
		if statistic := squares / float64(float64(n-d)*float64(n-d)); statistic < best {
			best, at = statistic, d
		}
	}
	return MSERBatch * at, 2*at <= n
}
