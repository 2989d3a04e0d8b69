package speed

import "testing"

func TestFields(t *testing.T) {
	for _, c := range []struct{ name, key, want string }{
		{"servers=8/degree=30", "degree", "30"}, {"servers=8/degree=30", "graph", ""}, {"", "servers", ""}, {"servers/x", "servers", ""},
	} {
		if got := field(c.name, c.key); got != c.want {
			t.Errorf("%s of %q is %q, want %q", c.key, c.name, got, c.want)
		}
	}
	if number("servers=1024", "servers") != 1024 || number("servers=x", "servers") != 0 {
		t.Error("numbers")
	}
}
