package known

import (
	"shardq/bench/instance"
	"shardq/bench/scenario"
	"shardq/bench/theory/meanfield"
)

// elasticValues is the limit of many servers.
func elasticValues(sc *scenario.Scenario) []Value {
	load := sc.Load()
	if !(load < 1) {
		return nil
	}
	const limit = "limit of many servers (Mukherjee et al. 2017)"
	fluid := meanfield.ElasticRest(load, sc.Elastic.Standby, sc.Elastic.Setup)
	busy, idle, off := fluid.Busy(), fluid.Idle(), fluid.Off
	p := sc.Elastic.Power
	return []Value{
		{Name: "mean response", Key: "mean_response", Value: 1 / instance.Rate(sc), Source: limit + ": no job waits"},
		{Name: "busy", Key: "busy", Value: busy, Share: true, Source: limit},
		{Name: "idle", Key: "idle", Value: idle, Share: true, Source: limit},
		{Name: "in setup", Key: "setup", Value: fluid.Setup, Share: true, Source: limit},
		{Name: "off", Key: "off", Value: off, Share: true, Source: limit},
		{
			Name:   "power",
			Key:    "power",
			Value:  float64(busy*p.Busy) + float64(idle*p.Idle) + float64(off*p.Off),
			Source: limit + ", mean of a server",
		},
	}
}
