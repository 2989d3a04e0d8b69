package graph

import (
	"encoding/binary"
	"errors"
	"math"

	"shardq/alloc"
	"shardq/graph/isa"
)

// Packed is a stored graph in blocks of two rows. A block is a whole number of cache lines; row 2i starts at its front and row 2i+1 runs
// backwards from its back, so that each begins on a line and takes what the other leaves over. A reader finds a row without an offset to
// look up, and on random graphs of some 30 edges a row touches half the lines that it does in a [CSR].
//
//	row 2i:    | degree (2 bytes) | ids of width bits, ascending  -->
//	row 2i+1:  the same, byte by byte from the back of the block  <--
//
// A row that does not fit has the degree [spilled] and instead of ids its number among the rows kept apart (4 bytes).
type Packed struct {
	servers, ports int
	edges          uint64
	degree         int // largest
	block          int // bytes of two rows
	lines          int // cache lines that most rows fit into
	data           []byte
	unpack         [2]unpacking // of rows forwards and backwards
	rest           []uint32     // rows that did not fit, one after the other, Padding entries beyond
	starts         []uint64     // where each begins, and the end
	arena          *alloc.Arena
}

const (
	lineBytes   = 64
	headerBytes = 2
	indexBytes  = 4
	spilled     = 1<<16 - 1
	maxWidth    = 28
	// dataPadding is left free before the first and after the last block, since ids are read 16 at a time and four in 16 bytes.
	dataPadding = 128
)

// Ports returns L.
func (g *Packed) Ports() int { return g.ports }

// Servers returns N.
func (g *Packed) Servers() int { return g.servers }

// Edges returns the number of edges.
func (g *Packed) Edges() uint64 { return g.edges }

// MaxDegree returns the largest degree of a port.
func (g *Packed) MaxDegree() int { return g.degree }

// Width returns the bits of an id.
func (g *Packed) Width() uint { return g.unpack[0].width }

// Bytes returns the memory of all rows.
func (g *Packed) Bytes() uint64 {
	return uint64(len(g.data)) + 4*uint64(len(g.rest)) + 8*uint64(len(g.starts))
}

// Spilled returns how many rows did not fit into their block.
func (g *Packed) Spilled() int { return max(len(g.starts)-1, 0) }

// start returns where a row begins: the position of its first byte if it runs forwards, the position after it if backwards.
func (g *Packed) start(port uint32) int { return dataPadding + int((port+1)>>1)*g.block }

// header returns the degree of a row, or [spilled], given where it begins.
func (g *Packed) header(port uint32, start int) int {
	if port&1 != 0 {
		return int(g.data[start-1]) | int(g.data[start-2])<<8
	}
	return int(g.data[start]) | int(g.data[start+1])<<8
}

// kept returns a row that is kept apart, given where its place in the block begins.
func (g *Packed) kept(port uint32, start int) []uint32 {
	i := g.unpack[port&1].word(g.data, start, 8*headerBytes) & math.MaxUint32
	return g.rest[g.starts[i]:g.starts[i+1]]
}

// Degree returns the number of neighbours of a port.
func (g *Packed) Degree(port uint32) int {
	start := g.start(port)
	if n := g.header(port, start); n != spilled {
		return n
	}
	return len(g.kept(port, start))
}

// Row unpacks the neighbours of a port into buf, or into a new slice if its capacity is smaller than the degree.
func (g *Packed) Row(port uint32, buf []uint32) []uint32 {
	start := g.start(port)
	n := g.header(port, start)
	if n == spilled {
		return append(buf[:0], g.kept(port, start)...)
	}
	if cap(buf) < n {
		buf = make([]uint32, n)
	}
	buf = buf[:n]
	g.unpack[port&1].portable(buf, g.data, start)
	return buf
}

// Unpack is Row with the instructions of a level. buf must have a capacity of at least MaxDegree + [Padding]; entries
// of the result beyond its length up to the next multiple of 16 are valid ids. The result may alias the graph.
func (g *Packed) Unpack(level isa.Level, port uint32, buf []uint32) []uint32 {
	start := g.start(port)
	n := g.header(port, start)
	if n == spilled {
		return g.kept(port, start)
	}
	buf = buf[:n]
	if n > 0 {
		g.unpack[port&1].vector(level, buf, g.data, start)
	}
	return buf
}

// Blocks returns what a prefetch of rows needs: all blocks, the bytes of a block of two rows, and the lines that most rows fit into, from
// the front of the block for even ports and from the back for odd ones. Read only.
func (g *Packed) Blocks() (data []byte, block, lines int) {
	return g.data[dataPadding:], g.block, g.lines
}

// Release returns the memory to the arena it came from. The graph is empty afterwards; a second call does nothing.
func (g *Packed) Release() error {
	err := errors.Join(alloc.Free(g.arena, g.data), alloc.Free(g.arena, g.rest), alloc.Free(g.arena, g.starts))
	*g = Packed{}
	return err
}

// unpacking says how the ids of one width and direction are read, four at a time: the bytes of four ids are brought into the four words of
// a vector, shifted, and masked.
type unpacking struct {
	shuffle [32]uint8 // byte of the source for each byte of eight ids, four from each half
	shifts  [8]uint32 // bits to drop at the bottom of each word
	mask    uint32    // bits of an id
	last    uint32    // largest valid id: what is read past the end of a row is brought down to it
	group   int64     // bytes from four ids to the next four, negative if backwards
	first   int64     // bytes from the start of a row to the 16 bytes with the first four ids
	width   uint      // bits of an id: even, at most maxWidth
}

func newUnpacking(width uint, servers int, backwards bool) (u unpacking) {
	u.width, u.mask, u.last = width, 1<<width-1, uint32(servers-1)
	u.group, u.first = int64(width)/2, headerBytes
	if backwards {
		u.group, u.first = -u.group, -headerBytes-16
	}
	for i := range 8 {
		bit := uint(i%4) * width
		u.shifts[i] = uint32(bit % 8)
		for b := range 4 {
			at := uint8(bit/8) + uint8(b)
			if backwards {
				at = 15 - at
			}
			u.shuffle[4*i+b] = at & 15 // bytes beyond the four ids are masked away
		}
	}
	return u
}

// word returns at least 57 bits of a row that begins at start, from the given bit on.
func (u *unpacking) word(data []byte, start int, bit uint) uint64 {
	if u.group < 0 {
		return binary.BigEndian.Uint64(data[start-8-int(bit/8):]) >> (bit % 8)
	}
	return binary.LittleEndian.Uint64(data[start+int(bit/8):]) >> (bit % 8)
}

// portable unpacks len(dst) ids of the row that begins at start.
func (u *unpacking) portable(dst []uint32, data []byte, start int) {
	for i := range dst {
		dst[i] = uint32(u.word(data, start, 8*headerBytes+uint(i)*u.width)) & u.mask
	}
}

// rounded is portable up to the next multiple of 16 ids, those past the end valid but arbitrary.
func (u *unpacking) rounded(dst []uint32, data []byte, start int) {
	u.portable(dst, data, start)
	clear(dst[len(dst) : (len(dst)+15)&^15])
}

// put writes v into a row that begins at start and is still zero, from the given bit on.
func (u *unpacking) put(data []byte, start int, bit uint, v uint64) {
	for v <<= bit % 8; v != 0; v >>= 8 {
		at := start + int(bit/8)
		if u.group < 0 {
			at = start - 1 - int(bit/8)
		}
		data[at] |= byte(v)
		bit += 8
	}
}
