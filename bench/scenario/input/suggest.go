package input

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
		d := distance(strings.ToLower(word), c)
		if 3*d <= max(len(c), 3) && (d < bestAt || d == bestAt && len(c) > len(best)) {
			best, bestAt = c, d
		}
	}
	return best
}

// distance is the edit distance of Levenshtein in bytes, with an exchange of two neighbours as one edit more.
func distance(a, b string) int {
	rows := make([][]int, len(a)+1) // rows[i][j] = distance(a[:i], b[:j])
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
		for j := 1; j <= len(b); j++ {
			if i == 0 {
				rows[i][j] = j
				continue
			}
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d := min(rows[i-1][j-1]+cost, rows[i-1][j]+1, rows[i][j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, rows[i-2][j-2]+1)
			}
			rows[i][j] = d
		}
	}
	return rows[len(a)][len(b)]
}

// hint names the likeliest candidate, or lists them all.
func hint(word string, candidates []string) string {
	if s := suggest(word, candidates); s != "" {
		return `did you mean "` + s + `"?`
	}
	return "want one of " + strings.Join(candidates, ", ")
}
