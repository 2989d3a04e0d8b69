package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"shardq/bench/manual"
	"shardq/bench/report"
	"shardq/bench/result"
)

func newMan() *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "Write manual pages of all commands and topics into a folder",
		Long: `Write manual pages of all commands (section 1) and topics (section 7) into a folder, which is made if it is not there. The
pages have no date: those of one version are always the same.`,
		Example: "  shardq man pages\n  man -l pages/shardq-run.1",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir := args[0]
			if err := os.MkdirAll(dir, 0o777); err != nil {
				return usageError{err}
			}
			if err := writeCommandPages(cmd.Root(), dir); err != nil {
				return err
			}
			for _, t := range manual.Topics() {
				name := filepath.Join(dir, cmd.Root().Name()+"-"+t.Name+".7")
				page := func(w io.Writer) error { return t.WriteMan(w, cmd.Root().Name(), result.Version()) }
				if err := report.WriteFile(name, page); err != nil {
					return err
				}
			}
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "%s has pages for man: man -l %s\n", dir, filepath.Join(dir, cmd.Root().Name()+".1"))
			return err
		},
	}
}

// noDate is what doc.GenMan makes of the zero time, which stands for no date here.
const noDate = `"Jan 0001"`

// writeCommandPages writes the page of a command and of all below it.
func writeCommandPages(cmd *cobra.Command, dir string) error {
	cmd.DisableAutoGenTag = true // it has the date
	for _, c := range cmd.Commands() {
		if !c.IsAvailableCommand() {
			continue
		}
		if err := writeCommandPages(c, dir); err != nil {
			return err
		}
	}
	var page bytes.Buffer
	header := doc.GenManHeader{Section: "1", Date: &time.Time{}, Source: "shardq " + result.Version(), Manual: "shardq manual"}
	if err := doc.GenMan(cmd, &header, &page); err != nil {
		return err
	}
	name := strings.ReplaceAll(cmd.CommandPath(), " ", "-") + ".1"
	return report.WriteFile(filepath.Join(dir, name), func(w io.Writer) error {
		_, err := w.Write(bytes.Replace(page.Bytes(), []byte(noDate), []byte(`""`), 1))
		return err
	})
}
