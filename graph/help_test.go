package graph

import "context"

// hashOf is Hash of a graph that is read to its end.
func hashOf(g Graph) uint64 {
	sum, err := Hash(context.Background(), g)
	if err != nil {
		panic(err)
	}
	return sum
}

// describeOf is Describe of a graph that is read to its end.
func describeOf(g Graph) Stats {
	s, err := Describe(context.Background(), g)
	if err != nil {
		panic(err)
	}
	return s
}

// isolatedOf is Isolated of a graph that is read to its end.
func isolatedOf(g Graph) (count int, first uint32) {
	count, first, err := Isolated(context.Background(), g)
	if err != nil {
		panic(err)
	}
	return count, first
}
