package partition

import (
	"fmt"
	"math"

	"shardq/graph"
)

// Report says how local a graph is under a division.
type Report struct {
	Edges       uint64
	RemoteEdges uint64 // port and server are in different parts
	// RemoteClaims is the expected share of jobs that go to a server of another part if every job takes a uniform neighbour of its port.
	// Ports without neighbours have no jobs here.
	RemoteClaims  float64
	PortBalance   float64 // ports of the largest part / mean; 1 is perfect
	ServerBalance float64
	Parts         []PartReport
}

// PartReport describes one part.
type PartReport struct {
	Ports, Servers int
	Edges          uint64 // of the part's ports
	RemoteEdges    uint64
	RemoteClaims   float64 // share of the jobs of the part's ports; 0 if there are none
	Halo           int     // servers of other parts that the part's ports see
}

// RemoteShare returns the share of edges that are remote; 0 without edges.
func (r *Report) RemoteShare() float64 { return share(r.RemoteEdges, r.Edges) }

// RemoteShare returns the share of the edges of the part's ports that are remote; 0 without edges.
func (r *PartReport) RemoteShare() float64 { return share(r.RemoteEdges, r.Edges) }

func share(part, all uint64) float64 {
	if all == 0 {
		return 0
	}
	return float64(part) / float64(all)
}

// Halo returns the sum of the halos of all parts.
func (r *Report) Halo() int {
	sum := 0
	for i := range r.Parts {
		sum += r.Parts[i].Halo
	}
	return sum
}

// Measure judges a division. rates are the relative arrival rates of the ports, nil if all are equal. It takes time O(edges) and memory
// O(ports + servers).
func Measure(g graph.Graph, parts *Parts, rates []float64) (*Report, error) {
	if err := parts.Validate(g); err != nil {
		return nil, err
	}
	if rates != nil && len(rates) != g.Ports() {
		return nil, fmt.Errorf("partition: %d rates for %d ports", len(rates), g.Ports())
	}
	for p, rate := range rates {
		if !(rate >= 0) || math.IsInf(rate, 0) {
			return nil, fmt.Errorf("partition: rate %v of port %d is not a finite number of at least 0", rate, p)
		}
	}
	report := &Report{Parts: make([]PartReport, parts.K)}
	portSizes, serverSizes := sizes(parts.Ports, parts.K), sizes(parts.Servers, parts.K)
	seenBy := make([]uint32, g.Servers()) // 1 + the last part that saw the server: ports come part by part
	jobs, remoteJobs := 0.0, 0.0
	var buf []uint32
	next := 0
	order := byPart(parts.Ports, parts.K)
	for k := range report.Parts {
		part := &report.Parts[k]
		part.Ports, part.Servers = portSizes[k], serverSizes[k]
		partJobs, partRemote := 0.0, 0.0
		for ; next < len(order) && parts.Ports[order[next]] == uint32(k); next++ {
			p := order[next]
			buf = g.Row(p, buf)
			remote := 0
			for _, r := range buf {
				if parts.Servers[r] == uint32(k) {
					continue
				}
				remote++
				if seenBy[r] != uint32(k)+1 {
					seenBy[r] = uint32(k) + 1
					part.Halo++
				}
			}
			part.Edges += uint64(len(buf))
			part.RemoteEdges += uint64(remote)
			if len(buf) > 0 {
				rate := 1.0
				if rates != nil {
					rate = rates[p]
				}
				partJobs += rate
				partRemote += float64(rate * (float64(remote) / float64(len(buf))))
			}
		}
		if partJobs > 0 {
			part.RemoteClaims = partRemote / partJobs
		}
		report.Edges += part.Edges
		report.RemoteEdges += part.RemoteEdges
		jobs += partJobs
		remoteJobs += partRemote
	}
	if jobs > 0 {
		report.RemoteClaims = remoteJobs / jobs
	}
	report.PortBalance, report.ServerBalance = balance(portSizes), balance(serverSizes)
	return report, nil
}

// balance returns the largest size over the mean.
func balance(sizes []int) float64 {
	largest, sum := 0, 0
	for _, n := range sizes {
		largest = max(largest, n)
		sum += n
	}
	return float64(largest) * float64(len(sizes)) / float64(sum)
}

// byPart returns the ids by part, and within a part ascending.
func byPart(parts []uint32, k int) []uint32 {
	next := make([]int, k) // where the next id of a part goes
	at := 0
	for part, n := range sizes(parts, k) {
		next[part] = at
		at += n
	}
	ids := make([]uint32, len(parts))
	for i, part := range parts {
		ids[next[part]] = uint32(i)
		next[part]++
	}
	return ids
}
