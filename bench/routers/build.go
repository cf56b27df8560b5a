package main

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"time"
)

// measureBuilds prints how long each router takes to build 70,000 routes, in processor time,
// and how many bytes it holds for each: by turns, the fastest and the median. All have the same
// routes: none is /posts/new, which httprouter cannot hold beside /posts/:id.
func measureBuilds(turns int) error {
	s := resources(10_000)
	s.text = "with_options(except: :new) {\n" + s.text + "}"
	dir, err := os.MkdirTemp("", "routers")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	table, err := s.load(dir)
	if err != nil {
		return err
	}
	rows, times, held := rowsOf(table), map[string][]time.Duration{}, map[string]uint64{}
	for range turns {
		for _, p := range peers {
			if slices.Contains(s.without, p.name) {
				continue
			}
			before := live()
			start := processorTime()
			h, err := p.build(table, rows)
			if err != nil {
				return err
			}
			times[p.name] = append(times[p.name], processorTime()-start)
			held[p.name] = live() - before
			runtime.KeepAlive(h)
		}
	}
	fmt.Printf("| %d routes | fastest | median | bytes a route |\n|---|--:|--:|--:|\n", len(rows))
	for _, p := range peers {
		if t := times[p.name]; t != nil {
			slices.Sort(t)
			fmt.Printf("| %s | %.0f ms | %.0f ms | %d |\n", p.name, t[0].Seconds()*1000, t[turns/2].Seconds()*1000, held[p.name]/uint64(len(rows)))
		}
	}
	return nil
}

// live is what is alive on the heap.
func live() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC() // what the first has finalized
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
