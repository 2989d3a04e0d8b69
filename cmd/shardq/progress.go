package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"

	"shardq/bench/report"
	"shardq/bench/study"
)

// plainInterval is the time between two lines of progress.
const plainInterval = 30 * time.Second

// startProgress returns what to tell about progress, nil for nothing, and a function that ends it. Mode auto is a bar on a terminal and
// lines elsewhere.
func startProgress(mode string, stderr io.Writer) (show func(study.Update), stop func()) {
	if mode == "auto" {
		mode = "plain"
		if f, ok := stderr.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
			mode = "bar"
		}
	}
	switch mode {
	case "bar":
		return bar(stderr)
	case "plain":
		return plain(stderr, plainInterval), func() {}
	}
	return nil, func() {}
}

// plain writes a line whenever so much time has passed.
func plain(stderr io.Writer, every time.Duration) func(study.Update) {
	last := time.Now()
	return func(u study.Update) {
		if now := time.Now(); now.Sub(last) >= every {
			last = now
			line := stage(u)
			if text := rateOf(u); text != "" {
				line += fmt.Sprintf(" %.0f %%, %s", 100*share(u), text)
			}
			fmt.Fprintln(stderr, "shardq:", line)
		}
	}
}

// barSteps is the resolution of the bar.
const barSteps = 10000

// bar draws one line that is removed at the end.
func bar(stderr io.Writer) (show func(study.Update), stop func()) {
	var latest atomic.Pointer[study.Update]
	latest.Store(&study.Update{Phase: study.BuildingGraph})
	tell := func(f func(study.Update) string) decor.Decorator {
		return decor.Any(func(decor.Statistics) string { return f(*latest.Load()) })
	}
	container := mpb.New(mpb.WithOutput(stderr), mpb.WithWidth(40), mpb.WithAutoRefresh())
	line := container.AddBar(barSteps, mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(tell(func(u study.Update) string { return stage(u) + " " })),
		mpb.AppendDecorators(decor.Percentage(), tell(func(u study.Update) string { return "  " + rateOf(u) })))
	show = func(u study.Update) {
		latest.Store(&u)
		line.SetCurrent(min(int64(share(u)*barSteps), barSteps-1)) // the end is told by stop
	}
	return show, func() {
		line.Abort(true)
		container.Wait()
	}
}

// stage says what is going on.
func stage(u study.Update) string {
	if u.Phase == study.BuildingGraph {
		return "building the graph"
	}
	return u.Policy + " " + string(u.Phase)
}

// share is how much of the run is done.
func share(u study.Update) float64 {
	if u.Total == 0 {
		return 0
	}
	return u.Done / u.Total
}

// rateOf says how fast it goes, and how long it will take at this pace; "" before there is a pace.
func rateOf(u study.Update) string {
	if u.Elapsed == 0 || u.Done == 0 {
		return ""
	}
	jobs := strings.TrimSuffix(report.Rate(float64(u.Jobs)/u.Elapsed.Seconds()).String(), "/s")
	left := time.Duration(float64(u.Elapsed) * (u.Total - u.Done) / u.Done)
	return fmt.Sprintf("time %.0f of %.0f, %s jobs/s, %v left", u.Done, u.Total, jobs, clock(left))
}

// clock shows a time that is left: in seconds up to two minutes, then in minutes or hours.
func clock(left time.Duration) string {
	if left < 2*time.Minute {
		return fmt.Sprintf("%.0f s", left.Seconds())
	}
	return report.Duration(left).String()
}
