package slotted

import "math/bits"

// calendar lists the busy servers by the slot at whose start they have passed their key points: one doubly linked list for each slot modulo
// a power of two. Lists far in the future share their place with nearer ones, which costs a glance at each of them once a round.
type calendar struct {
	heads []int32
	due   []int32 // scratch of take
}

// none ends a list.
const none = -1

func newCalendar(servers int) calendar {
	c := calendar{heads: make([]int32, calendarSize(servers))}
	for i := range c.heads {
		c.heads[i] = none
	}
	return c
}

// calendarSize is four slots a server: a busy period of a stable system has about as many slots as there are servers.
func calendarSize(servers int) int { return 1 << bits.Len(uint(max(4*servers, 64)-1)) }

func (c *calendar) insert(servers []server, n int32) {
	head := &c.heads[servers[n].wake&uint64(len(c.heads)-1)]
	servers[n].next, servers[n].prev = *head, none
	if *head != none {
		servers[*head].prev = n
	}
	*head = n
}

func (c *calendar) remove(servers []server, n int32) {
	v := &servers[n]
	if v.prev != none {
		servers[v.prev].next = v.next
	} else {
		c.heads[v.wake&uint64(len(c.heads)-1)] = v.next
	}
	if v.next != none {
		servers[v.next].prev = v.prev
	}
}

// take removes the servers that wake at a slot and returns them; the list is good until the next call.
func (c *calendar) take(servers []server, slot uint64) []int32 {
	c.due = c.due[:0]
	for n := c.heads[slot&uint64(len(c.heads)-1)]; n != none; n = servers[n].next {
		if servers[n].wake == slot {
			c.due = append(c.due, n)
		}
	}
	for _, n := range c.due {
		c.remove(servers, n)
	}
	return c.due
}
