package input

import (
	"strings"

	"shardq/bench/scenario"

	"go.yaml.in/yaml/v3"
)

// longestDoubling bounds run.most in units of run.measure.
const longestDoubling = 1 << 20

// leastSlots is the least measured time of a slotted run with a precision, so that all of its batches are of one length.
const leastSlots = 256

// precision reads the precision asked for, and the most time it may take, after the length of the run and its batches.
func (sec section) precision(s *scenario.Scenario) {
	run := &s.Run
	n, most := sec.values["precision"], sec.values["most"]
	if n == nil {
		if most != nil {
			sec.fail(most, sec.sub("most"),
				"given without run.precision, which alone reads it; want it left out, or a precision such as {mean_response: 1%%}")
		}
		return
	}
	def := sec.def.Find("precision", s.Model)
	if n.Kind != yaml.MappingNode || len(n.Content) == 0 {
		sec.fail(n, sec.sub("precision"), "is %s, want %s", describe(n), def.Want)
		return
	}
	var read []scenario.Key
	for _, k := range def.Keys {
		if k.Reads(s.Model) {
			read = append(read, k)
		}
	}
	widths, _ := sec.open(n, sec.sub("precision"), &scenario.Key{Keys: read}) // the measures of other models are no keys
	for _, name := range scenario.Measures(s.Model) {                         // in one order, whatever that of the file is
		if widths.has(name) {
			if p, ok := widths.width(name); ok {
				run.Precision = append(run.Precision, p)
			}
		}
	}
	if run.Measure > 0 {
		run.Most = float64(scenario.DefaultMost * run.Measure)
		if v, ok := sec.number("most", run.Measure, min(float64(longestDoubling*run.Measure), scenario.MaxNumber)); ok {
			run.Most = v
		}
	}
	pieces := float64(leastSlots)
	if run.Batches > 0 {
		pieces = float64(run.Batches)
	}
	if s.Model == scenario.Slotted && run.Measure > 0 && run.Measure < pieces {
		sec.fail(sec.values["measure"], sec.sub("measure"), "is %g slots, want %g or more, one for each batch, with run.precision",
			run.Measure, pieces)
	}
	if run.Batches%2 != 0 {
		sec.fail(sec.values["batches"], sec.sub("batches"),
			"is %d, want an even number, since batches are joined in pairs to reach run.precision", run.Batches)
	}
}

// width reads one half-width: a positive number, or one followed by a per cent sign.
func (sec section) width(name string) (scenario.Precision, bool) {
	n := sec.values[name]
	p := scenario.Precision{Measure: name}
	number := *n
	text, percent := strings.CutSuffix(n.Value, "%")
	number.Value = strings.TrimSpace(text)
	if percent { // which JSON can only write as text
		number.Style = 0
	}
	v, ok := parseNumber(&number)
	if !ok || !(v >= scenario.MinPositive && v <= scenario.MaxNumber) {
		sec.fail(n, sec.sub(name), "is %s, want a half-width: a positive number, or one in per cent of the value, such as 1%%", describe(n))
		return p, false
	}
	if percent {
		p.Percent = v
	} else {
		p.Absolute = v
	}
	return p, true
}
