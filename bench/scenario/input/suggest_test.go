package input

import "testing"

func TestSuggest(t *testing.T) {
	keys := []string{"seed", "warmup", "measure", "start", "replications", "batches"}
	for word, want := range map[string]string{
		"sed": "seed", "Seed": "seed", "seeed": "seed", "sede": "seed", "warm_up": "warmup", "warm-up": "warmup",
		"mesure": "measure", "replication": "replications",
		"repliactoins": "replications", "": "", "x": "", "colour": "", "stop": "", "seed.": "seed",
	} {
		if got := suggest(word, keys); got != want {
			t.Errorf("%q: suggested %q, want %q", word, got, want)
		}
	}
}
