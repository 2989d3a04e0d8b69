package graph

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strconv"
)

// lines reads a text file line by line and cuts lines into fields, without allocating.
type lines struct {
	r      *bufio.Reader
	number int    // of the current line, from 1
	text   []byte // the current line without its end
	long   bool   // the line is longer than maxLine and was cut
	cut    []field
	err    error // what ended the file, if not its end
}

// maxLine is the longest line that is looked at, in bytes.
const maxLine = 1 << 16

func newLines(r io.Reader) *lines { return &lines{r: bufio.NewReaderSize(r, maxLine)} }

// next moves to the next line and reports whether there is one.
func (l *lines) next() bool {
	text, err := l.r.ReadSlice('\n')
	l.long = errors.Is(err, bufio.ErrBufferFull)
	if err == nil {
		text = text[:len(text)-1]
	} else if l.long {
		text = bytes.Clone(text) // skipping the rest overwrites it
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = l.r.ReadSlice('\n')
		}
	}
	if err != nil && err != io.EOF {
		l.err = err
		return false
	}
	if err == io.EOF && len(text) == 0 {
		return false
	}
	l.number++
	l.text = bytes.TrimSuffix(text, []byte("\r"))
	return true
}

// fields cuts the current line at blanks and tabs. It returns at most most+1 fields, so that one too many can be seen and shown.
func (l *lines) fields(most int) []field {
	blank := func(c byte) bool { return c == ' ' || c == '\t' }
	l.cut = l.cut[:0]
	for i := 0; i < len(l.text) && len(l.cut) <= most; {
		if blank(l.text[i]) {
			i++
			continue
		}
		from := i
		for i < len(l.text) && !blank(l.text[i]) {
			i++
		}
		l.cut = append(l.cut, field{l.text[from:i], from + 1})
	}
	return l.cut
}

// shape reports a line that does not have the wanted number of fields, or is too long. It returns what is wrong and where, "" if nothing is.
func (l *lines) shape(f []field, wanted int) (text string, column int) {
	switch {
	case l.long:
		return "the line is longer than " + strconv.Itoa(maxLine) + " bytes", 0
	case len(f) > wanted:
		return "unexpected " + f[wanted].quoted(), f[wanted].column
	case len(f) == 1:
		return "1 field", len(l.text) + 1
	case len(f) < wanted:
		return strconv.Itoa(len(f)) + " fields", len(l.text) + 1
	}
	return "", 0
}

// field is a word of a line.
type field struct {
	text   []byte
	column int // of its first byte, from 1
}

// integer parses a decimal number without sign, at most 2^62.
func (f field) integer() (x uint64, ok bool) {
	if len(f.text) == 0 {
		return 0, false
	}
	for _, c := range f.text {
		if c < '0' || c > '9' || x > 1<<62/10-1 {
			return 0, false
		}
		x = 10*x + uint64(c-'0')
	}
	return x, true
}

// quoted returns the field for a message, cut if it is long.
func (f field) quoted() string {
	const most = 40
	if len(f.text) > most {
		return strconv.Quote(string(f.text[:most])) + "..."
	}
	return strconv.Quote(string(f.text))
}
