package instance

import (
	"testing"

	"shardq/bench/scenario"
)

// TestEveryKindIsBuilt: each kind of a scenario has a builder and sizes, and another word has none.
func TestEveryKindIsBuilt(t *testing.T) {
	for _, k := range scenario.Kinds() {
		if b := kindOf(k); b.build == nil || b.edges == nil || (b.bytes == nil) != (k.Facts().Law == scenario.EveryEdge ||
			k.Facts().Formula || k == scenario.Computed) {
			t.Errorf("%s: builder %v, edges %v, memory %v", k, b.build != nil, b.edges != nil, b.bytes != nil)
		}
	}
	if b := kindOf("star"); b.build != nil || b.edges != nil {
		t.Error("a kind that does not exist is built")
	}
}
