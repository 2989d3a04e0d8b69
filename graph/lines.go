package graph

import (
	"bufio"
	"bytes"
	"context"
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
	stop   watch
}

// maxLine is the longest line that is looked at, in bytes.
const maxLine = 1 << 16

// maxSkip is how much of a longer line is skipped before the file is given up.
const maxSkip = 1 << 24

var errNotText = errors.New("a line of more than 16 MiB: this is no text file")

func newLines(ctx context.Context, r io.Reader) *lines {
	return &lines{r: buffered(r), stop: watch{over: ctx.Err}}
}

// buffered returns a reader of at least a line that is past the byte order mark with which some editors begin a UTF-8 file.
func buffered(r io.Reader) *bufio.Reader {
	const mark = "\xef\xbb\xbf"
	b := bufio.NewReaderSize(r, maxLine) // r itself, if it is one already
	if start, _ := b.Peek(len(mark)); string(start) == mark {
		b.Discard(len(mark)) // never fails after Peek
	}
	return b
}

// next moves to the next line and reports whether there is one.
func (l *lines) next() bool {
	const work = 16 // a line takes longer than an edge
	if l.stop.ended(work) {
		l.err = l.stop.err
		return false
	}
	text, err := l.r.ReadSlice('\n')
	l.long = errors.Is(err, bufio.ErrBufferFull)
	if err == nil {
		text = text[:len(text)-1]
	} else if l.long {
		text = bytes.Clone(text) // skipping the rest overwrites it
		for skipped := 0; errors.Is(err, bufio.ErrBufferFull); skipped += maxLine {
			if skipped > maxSkip { // an endless file, say a device, never has a line's end
				l.err = errNotText
				return false
			}
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

// shape reports a line that does not have the wanted number of fields, or is too long. It returns what is wrong and where, "" if nothing
// is.
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

// digits reports whether the field is a decimal number without sign, however large.
func (f field) digits() bool {
	for _, c := range f.text {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(f.text) > 0
}

// quoted returns the field for a message, cut if it is long.
func (f field) quoted() string {
	const most = 40
	if len(f.text) > most {
		return strconv.Quote(string(f.text[:most])) + "..."
	}
	return strconv.Quote(string(f.text))
}
