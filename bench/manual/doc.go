// Package manual is the manual of the program: one Markdown file a topic, embedded in the binary, so that the manual on a machine is that
// of the program there.
//
// A topic is named like its file. Its first line is "# Title: summary", and the summary is what lists of topics show. The files keep to
// the Markdown that [Topic.WriteText] knows: headings, paragraphs, quotes, lists of one level, fenced code, tables, comments, emphasis
// and links. In fenced code marked sh, lines that begin with "shardq " are commands, which the tests of cmd/shardq run; "sh no-run:
// reason" says why one is not.
//
// Names of files and of what they declare, such as `kernel/plan.go:NewPlan`, are checked by a test: between backquotes, from the top of
// the module, declaration after a colon, Type.Method for a method.
//
// Functions keep no state and may be called concurrently. Widths are in columns of a terminal, one for each rune.
package manual
