package result

// Quantile is a share of jobs whose response time is reported.
type Quantile struct {
	Name  string // "0.99"
	Share float64
}

// Key is the key of the measure.
func (q Quantile) Key() string { return "quantile_" + q.Name }

// Quantiles returns those of every run.
func Quantiles() []Quantile {
	return []Quantile{{"0.5", 0.5}, {"0.9", 0.9}, {"0.99", 0.99}, {"0.999", 0.999}}
}
