// Command routers measures package dispatch beside the routers that Go people
// use, and beside Rails' own:
//
//	go run ./bench/routers                                      # some minutes
//	go run ./bench/routers -build                               # building instead of routing
//	RAILS_DIR=~/src/rails go run ./bench/routers -journey       # with Rails' Journey
//
// It prints a table for each scenario, ready for docs/performance.md: the time of
// signalbox with handlers of the native signature, and how many times that time
// every router takes, signalbox with an http.Handler among them.
//
// Every router gets the same table, and handlers of its own kind that do nothing.
// signalbox alone keeps Rails' rules: the optional format of every path, first
// come first served, `/posts/new` beside `/posts/:id` (which httprouter can't
// hold and is spared).
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"
)

func main() {
	journey := flag.Bool("journey", false, "measure Rails' router as well; needs Ruby and RAILS_DIR")
	turns := flag.Int("turns", 8, "turns that each router takes")
	window := flag.Duration("window", 20*time.Millisecond, "processor time of a turn")
	only := flag.String("only", "", "measure the scenarios whose names contain this")
	build := flag.Bool("build", false, "measure how long 70,000 routes take to build, and what they hold, instead")
	routers := flag.String("routers", "", "measure signalbox and the routers whose names are here, between commas; also \"ServeMux with a copy\"")
	root := flag.String("root", ".", "the repository")
	flag.Parse()
	if *routers != "" {
		names := strings.Split(*routers, ",")
		peers = append(peers, copying)
		peers = slices.DeleteFunc(peers, func(p peer) bool { return p.name != "signalbox" && !slices.Contains(names, p.name) })
	}
	if *build {
		if err := measureBuilds(*turns); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	if err := run(*root, *only, *turns, *window, *journey); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(root, only string, turns int, window time.Duration, journey bool) error {
	list, err := scenarios(root + "/dispatch/testdata/bench/github.txt")
	if err != nil {
		return err
	}
	for _, s := range list {
		if !strings.Contains(s.name, only) {
			continue
		}
		lines, err := s.measure(turns, window)
		if err != nil {
			return err
		}
		if journey {
			if err := s.measureJourney(root+"/scripts/judge/rails/journey.rb", lines); err != nil {
				return err
			}
		}
		print(s.name, lines)
	}
	return nil
}

// print writes a scenario as a table of ratios.
func print(name string, lines []line) {
	var columns []string
	for _, p := range append(slices.Clone(peers[1:]), peer{name: "Journey"}) {
		if _, ok := lines[0].cells[p.name]; ok {
			columns = append(columns, p.name)
		}
	}
	fmt.Printf("\n| %s | signalbox | %s |\n|---|--:|%s\n", name, strings.Join(columns, " | "), strings.Repeat("--:|", len(columns)))
	for _, l := range lines {
		own := l.cells["signalbox"]
		fmt.Printf("| %s | %s, %.0f allocs |", l.name, duration(own.ns), own.allocs)
		for _, c := range columns {
			fmt.Printf(" %.3gx |", l.cells[c].ns/own.ns)
		}
		fmt.Println()
	}
}

func duration(ns float64) string {
	if ns < 1000 {
		return fmt.Sprintf("%.0f ns", ns)
	}
	return fmt.Sprintf("%.3g us", ns/1000)
}
