package result

import (
	"fmt"

	"github.com/cespare/xxhash/v2"
)

// hexadecimal is how digests are written everywhere.
func hexadecimal(digest uint64) string { return fmt.Sprintf("%016x", digest) }

// Digest returns the digest of replication 0, or "" if the run was interrupted.
func (o *Outcome) Digest() string {
	if len(o.Digests) == 0 {
		return ""
	}
	return hexadecimal(o.Digests[0])
}

// CombinedDigest returns the xxhash64 of the digests of all replications, as they are written, one after the other; "" if the run was
// interrupted.
func (o *Outcome) CombinedDigest() string {
	if len(o.Digests) == 0 {
		return ""
	}
	h := xxhash.New()
	for _, d := range o.Digests {
		h.WriteString(hexadecimal(d)) // never fails
	}
	return hexadecimal(h.Sum64())
}

// ShownDigest is the digest that reports show: the combined one if there are several replications.
func (o *Outcome) ShownDigest() string {
	switch len(o.Digests) {
	case 0:
		return "none"
	case 1:
		return o.Digest()
	}
	return o.CombinedDigest()
}
