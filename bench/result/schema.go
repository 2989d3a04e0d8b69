package result

import _ "embed"

//go:embed schema.json
var schema []byte

// Schema returns the JSON Schema (draft 2020-12) of a [Document].
func Schema() []byte { return append([]byte(nil), schema...) }
