package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/spf13/pflag"
)

// mostRunes is the length of the longest line of a message.
const mostRunes = 1000

// legible makes a message fit for a terminal, whatever of the outside it repeats: no characters that a terminal would obey, no endless
// lines.
func legible(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if r := []rune(line); len(r) > mostRunes {
			line = string(r[:mostRunes/2]) + " ... " + string(r[len(r)-mostRunes/2:])
		}
		lines[i] = strings.Map(func(r rune) rune {
			if r != '\t' && !unicode.IsPrint(r) {
				return '?'
			}
			return r
		}, line)
	}
	return strings.Join(lines, "\n")
}

// flagError says what a flag wants where the library that reads flags only repeats what its parser said.
func flagError(err error) error {
	invalid, number := (*pflag.InvalidValueError)(nil), (*strconv.NumError)(nil)
	if !errors.As(err, &invalid) {
		return err
	}
	f := invalid.GetFlag()
	want, known := map[string]string{
		"float64": "a number", "int": "a whole number", "uint64": "a whole number", "duration": "a time, such as 90s or 10m",
		"bool":         "true or false",
		"float64Slice": "numbers between commas",
	}[f.Value.Type()]
	if !known {
		return err
	}
	if errors.As(err, &number) && errors.Is(number.Err, strconv.ErrRange) {
		want += " that is not so large"
	}
	return fmt.Errorf("--%s %q: want %s", f.Name, invalid.GetValue(), want)
}
