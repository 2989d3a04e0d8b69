package results

import _ "embed"

// Speed is what shardq bench measured, a line of JSON for each measurement.
//
//go:embed speed.jsonl
var Speed []byte
