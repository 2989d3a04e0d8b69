package sync

import "slices"

// NoServer is the server of a claim whose job was lost.
const NoServer = ^uint32(0)

// Claim says that a job wants to join a server.
type Claim struct {
	Order  uint64 // place of the job in the order of all events of the epoch; unique
	Server uint32
	Fixed  bool // the choice does not depend on the state
	Shared bool // the server has, or had, other claims in this window
	Done   bool // for the caller: the server's events have been applied
	queued bool
}

// Claims is the list of all claims of one window.
type Claims struct {
	List   []Claim
	Ledger Ledger

	queue []int32 // heap of indices of List, least Order first: claims to take up
	taken int
}

// Reset empties the list and makes room for n claims.
func (c *Claims) Reset(n int) {
	c.List = slices.Grow(c.List[:0], n)
	c.queue = c.queue[:0]
	c.taken = 0
	c.Ledger.Reset(n)
}

// Add appends claims. They may be added in any order of time.
func (c *Claims) Add(list []Claim) {
	from := len(c.List)
	c.List = append(c.List, list...)
	l := &c.Ledger
	l.next = slices.Grow(l.next, len(list))[:len(c.List)]
	all, head, next, shift := c.List, l.head, l.next, l.shift
	for i := from; i < len(all); i++ {
		server := all[i].Server
		h := &head[server*fibonacci>>shift]
		j := *h
		next[i] = j
		*h = int32(i + 1)
		for ; j > 0; j = next[j-1] {
			if all[j-1].Server == server {
				c.meet(int32(i))
				break
			}
		}
	}
}

// meet looks at the other claims on the server of claim i. Of two claims on one server the later is taken up.
func (c *Claims) meet(i int32) {
	claim := &c.List[i]
	claim.Shared = true
	for j := c.Ledger.First(claim.Server); j >= 0; j = c.Ledger.Next(j) {
		other := &c.List[j]
		if other.Server != claim.Server || int32(j) == i {
			continue
		}
		other.Shared = true
		if other.Order > claim.Order {
			c.push(int32(j))
		} else {
			c.push(i)
		}
	}
}

// Settle takes up the claims that met an earlier one, in the order of time. route is asked for the server of a claim's job, given that all
// claims before it are final; it answers NoServer if the job is lost. Settle returns how many claims were taken up.
func (c *Claims) Settle(route func(i int, claim *Claim) (server uint32, fixed bool)) int {
	for len(c.queue) > 0 {
		i := c.pop()
		claim := &c.List[i]
		c.taken++
		server, fixed := route(int(i), claim)
		claim.Fixed = fixed
		if server == claim.Server {
			continue
		}
		c.Ledger.remove(int(i), claim.Server)
		claim.Server = server
		if server == NoServer {
			continue
		}
		c.meet(i) // earlier claims on the new server are final, later ones are taken up in their turn
		c.Ledger.insert(int(i), server)
	}
	return c.taken
}

// push puts a claim into the queue unless it is there, was there, or is fixed.
func (c *Claims) push(i int32) {
	if c.List[i].queued || c.List[i].Fixed {
		return
	}
	c.List[i].queued = true
	c.queue = append(c.queue, i)
	for k := len(c.queue) - 1; k > 0; {
		parent := (k - 1) / 2
		if !c.before(k, parent) {
			break
		}
		c.queue[k], c.queue[parent] = c.queue[parent], c.queue[k]
		k = parent
	}
}

func (c *Claims) before(a, b int) bool { return c.List[c.queue[a]].Order < c.List[c.queue[b]].Order }

// pop takes the earliest claim out of the queue.
func (c *Claims) pop() int32 {
	first := c.queue[0]
	last := len(c.queue) - 1
	c.queue[0] = c.queue[last]
	c.queue = c.queue[:last]
	for k := 0; ; {
		child := 2*k + 1
		if child >= last {
			return first
		}
		if child+1 < last && c.before(child+1, child) {
			child++
		}
		if !c.before(child, k) {
			return first
		}
		c.queue[k], c.queue[child] = c.queue[child], c.queue[k]
		k = child
	}
}
