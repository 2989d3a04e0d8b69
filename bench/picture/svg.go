package picture

import (
	"fmt"
	"html"
	"regexp"
	"strconv"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

// svgText is a text as package vgsvg writes it: attributes before the style, weight and size of the font in it, and the text.
var svgText = regexp.MustCompile(
	`<text ([^>]*?)style="font-family:Liberation Sans;([^"]*?font-weight:(\w+);[^"]*?font-size:([0-9.]+)px)">([^<]*)</text>`,
)

// families are fonts of the same widths.
const families = "'Liberation Sans',Arial,Helvetica,sans-serif"

// portable makes a picture look the same for a reader without the font that it was laid out in: it names others of the same widths, and
// tells how long each text is to be, so that a font of other widths is pressed into its place instead of being cut.
func portable(svg []byte) []byte {
	handler := text.Plain{Fonts: font.DefaultCache}
	return svgText.ReplaceAllFunc(svg, func(element []byte) []byte {
		m := svgText.FindSubmatch(element)
		size, err := strconv.ParseFloat(string(m[4]), 64)
		if err != nil {
			return element
		}
		length, _, _ := handler.Box(html.UnescapeString(string(m[5])), sans(vg.Length(size), string(m[3]) == "bold"))
		return fmt.Appendf(nil, `<text %stextLength="%.5g" lengthAdjust="spacingAndGlyphs" style="font-family:%s;%s">%s</text>`,
			m[1], float64(length), families, m[2], m[5])
	})
}
