package scenario

import (
	"strconv"
	"strings"
	"unicode"

	"shardq/kernel"
)

func Join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// general and decimal write a bound.
func General(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

func Decimal(v float64) string {
	text := strconv.FormatFloat(v, 'f', -1, 64)
	if v == 1<<31 {
		text += " (2^31)"
	}
	return text
}

// clip makes text from outside fit for a message: short, and without characters that a terminal would obey.
func Clip(s string) string { return ClipTo(s, 40) }

func ClipTo(s string, most int) string {
	if r := []rune(s); len(r) > most {
		s = string(r[:most]) + "..."
	}
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, s)
}

// wants says what numbers a key takes, up to hi.
func (k *Key) Wants(hi string) string {
	noun := k.Noun
	switch {
	case noun != "":
	case k.Form == NumberForm:
		noun = "number"
	default:
		noun = "whole number"
	}
	return "a " + noun + " from " + k.Figure(k.Lo) + " to " + hi
}

// figure writes a bound.
func (k *Key) Figure(v float64) string {
	if k.Form == NumberForm {
		return General(v)
	}
	return Decimal(v)
}

// longestText is the largest number of bytes in a name.
const LongestText = 100

// most returns N, or the largest possible N if that is unknown.
func Most(servers int) int64 {
	if servers == 0 {
		return kernel.MaxServers
	}
	return int64(servers)
}
