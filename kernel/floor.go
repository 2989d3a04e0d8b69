package kernel

// Floor measures what memory alone costs: it fetches the row of every arrival and scans the keys of its servers, with the same lookahead
// and the same routine as a run, and does nothing else. The sum of least keys is returned so that the work cannot be left out.
func (r *Router[K]) Floor(arrivals []Arrival) (sum uint64) {
	r.Start(arrivals, 0)
	for i := range arrivals {
		r.Ahead(arrivals, i)
		row := r.row(arrivals[i].Port)
		for len(row) > 0 {
			chunk := row[:min(64, len(row))]
			row = row[len(chunk):]
			least, _ := r.scan(chunk)
			sum += uint64(least)
		}
	}
	return sum
}
