package scenario

import "strings"

// suggest returns the candidate that a mistyped word most likely meant, or "" if none is near.
func suggest(word string, candidates []string) string {
	const longest = 64 // no key is longer, and the distance costs the product of the lengths
	if len(word) > longest {
		return ""
	}
	best, bestAt := "", 3
	for _, c := range candidates {
		// At most a third of the letters may be wrong, and never more than two.
		if d := distance(strings.ToLower(word), c); d < bestAt && 3*d <= max(len(c), 3) {
			best, bestAt = c, d
		}
	}
	return best
}

// distance is the edit distance of Levenshtein in bytes.
func distance(a, b string) int {
	row := make([]int, len(b)+1) // row[j] = distance(a[:i], b[:j])
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, diagonal+1, row[j]+1)
		}
	}
	return row[len(b)]
}

// hint names the likeliest candidate, or lists them all.
func hint(word string, candidates []string) string {
	if s := suggest(word, candidates); s != "" {
		return `did you mean "` + s + `"?`
	}
	return "want one of " + strings.Join(candidates, ", ")
}
