// Package picture draws curves with error bars on a pair of axes, and writes the same points as a table.
//
// A [Panel] is what is shown: its axes, its curves, and what a reader must know of them. [Panel.Write] draws it as SVG or PNG, the same
// bytes on every machine, with fonts that a reader need not have; [Panel.Table] lists the points. Colours are told apart by colour-blind
// readers, and marks and dashes differ too, for print in black.
package picture
