package jump

import (
	"slices"
	"testing"

	"github.com/cespare/xxhash/v2"

	"shardq/kernel"
)

// TestLists: differences and sums of lists of unequal length; what is subtracted from stays as it was.
func TestLists(t *testing.T) {
	now, earlier := []uint64{5, 3, 2}, []uint64{1, 3}
	if d := Since(now, earlier); !slices.Equal(d, []uint64{4, 0, 2}) || now[0] != 5 {
		t.Errorf("since: %v, left %v", d, now)
	}
	sum := slices.Clone(earlier)
	if Add(&sum, now); !slices.Equal(sum, []uint64{6, 6, 2}) {
		t.Errorf("sum %v", sum)
	}
	a, b := []kernel.Wide{{Hi: 1}, {Lo: 7}}, []kernel.Wide{{Lo: 1}}
	if d := SinceWide(a, b); !slices.Equal(d, []kernel.Wide{{Lo: ^uint64(0)}, {Lo: 7}}) || a[0] != (kernel.Wide{Hi: 1}) {
		t.Errorf("since: %v, left %v", d, a)
	}
	if AddWide(&b, []kernel.Wide{{Lo: ^uint64(0)}, {Lo: 7}}); !slices.Equal(b, a) {
		t.Errorf("sum %v, want %v", b, a)
	}
}

// TestWords: bytes by hand.
func TestWords(t *testing.T) {
	var w Words
	w.Put(1, 0x0203)
	w.PutWide(kernel.Wide{Hi: 4, Lo: 5})
	l := NewLevels(3, 2)
	l.Raise(0, 0)
	w.PutLevels(&l)
	var want []byte
	for _, word := range [][2]byte{{1}, {3, 2}, {4}, {5}, {1}, {1}} {
		want = append(want, word[0], word[1], 0, 0, 0, 0, 0, 0)
	}
	if got := w.Digest(); got != xxhash.Sum64(want) {
		t.Errorf("digest %#x, want that of %v", got, want)
	}
}
