package sync_test

import (
	"fmt"

	winsync "shardq/sync"
)

// Two jobs claim server 0. The earlier claim stands; the later one is taken up and finds that server 1 is better now.
func ExampleClaims() {
	var claims winsync.Claims
	claims.Reset(2)
	claims.Add([]winsync.Claim{{Order: 20, Server: 0}, {Order: 10, Server: 0}})
	taken := claims.Settle(func(i int, claim *winsync.Claim) (server uint32, fixed bool) { return 1, false })
	fmt.Println(taken, claims.List[0].Server, claims.List[1].Server)
	// Output: 1 1 0
}
