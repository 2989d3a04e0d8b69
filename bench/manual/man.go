package manual

import (
	"fmt"
	"io"
	"strings"

	"github.com/cpuguy83/go-md2man/v2/md2man"
)

// WriteMan writes the topic as a manual page of section 7, under the name of program and topic. It has no date, so that the page of a
// version is always the same.
func (t Topic) WriteMan(w io.Writer, program, version string) error {
	text := comment.ReplaceAllString(t.Markdown, "")
	_, body, _ := strings.Cut(text, "\n")
	body = strings.ReplaceAll("\n"+body, "\n## ", "\n# ") // sections of a page are headings of the first level
	page := fmt.Sprintf("%% %q %q %q %q %q\n# NAME\n%s-%s - %s\n\n# DESCRIPTION\n%s",
		strings.ToUpper(program+"-"+t.Name), "7", "", program+" "+version, program+" manual", program, t.Name, t.Summary, body)
	_, err := w.Write(md2man.Render([]byte(page)))
	return err
}
