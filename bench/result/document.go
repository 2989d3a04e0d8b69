package result

import (
	"encoding/json"
	"os"

	"shardq/bench/scenario"
)

// SchemaVersion is the version of the shape of a [Document].
const SchemaVersion = 2

// Document is what every command writes as JSON: what made it, from what, and a list of results with one element a policy. A command that
// knows more has sections of its own behind them.
type Document struct {
	ISA      string             // instruction set of the engine; "" where nothing was simulated
	Inputs   []Input            // files that went in, beside the scenario's own
	Scenario *scenario.Scenario // with all defaults filled in; nil where there is none
	Partial  bool               // interrupted
	Warnings []string
	Results  []json.Marshaler
	Sections Object
}

// MarshalJSON writes the document.
func (d *Document) MarshalJSON() ([]byte, error) {
	host := ThisHost()
	host.Go = "" // it stands with the program
	host.Name, _ = os.Hostname()
	o := Object{
		{"schema", SchemaVersion},
		{"program", ThisProgram(d.ISA)},
		{"host", host},
		{"inputs", append([]Input{}, d.Inputs...)},
		{"scenario", d.Scenario},
		{"partial", d.Partial},
		{"warnings", append([]string{}, d.Warnings...)},
		{"results", append([]json.Marshaler{}, d.Results...)},
	}
	return encode(append(o, d.Sections...))
}

// Document returns the result as JSON has it.
func (r *Result) Document() *Document {
	d := &Document{ISA: r.ISA, Inputs: r.Inputs, Scenario: r.Scenario, Partial: r.Partial, Warnings: r.Warnings()}
	for _, o := range r.Outcomes {
		d.Results = append(d.Results, o)
	}
	return d
}
