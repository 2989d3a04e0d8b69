package meanfield

// Elastic is a state of the limit of many servers under TABS, in shares of all servers.
type Elastic struct {
	Tail       []float64 // busy with at least 1, 2, ... jobs
	Off, Setup float64
}

// Busy returns the share of busy servers.
func (e Elastic) Busy() float64 { return share(e.Tail, 1) }

// Idle returns the share of servers that are on without a job.
func (e Elastic) Idle() float64 { return max(0, 1-e.Busy()-e.Off-e.Setup) }

// ElasticRest is where [ElasticTrajectory] comes to rest: at an arrival rate of lambda jobs per server and mean service, lambda of the
// servers are busy with one job each and all others are off, so that no job waits and no power is wasted. With standby 0 servers are never
// off, and those are idle. At lambda >= 1 there is no fixed point for unbounded buffers; all servers are busy then, with one job each here.
// The rate at which setups end has no influence.
//
// Source: Mukherjee, Dhara, Borst, van Leeuwaarden, "Optimal service elasticity in large-scale distributed systems", POMACS 1(1):25, 2017.
func ElasticRest(lambda, standby, setup float64) Elastic {
	e := Elastic{Tail: []float64{min(lambda, 1)}}
	if standby > 0 {
		e.Off = 1 - e.Tail[0]
	}
	return e
}
