package expand

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"signalbox/expand/route"
)

// manyResources is a routes file of n resources.
func manyResources(n int) string {
	var b strings.Builder
	b.WriteString("Rails.application.routes.draw do\n")
	for i := range n {
		fmt.Fprintf(&b, "  resources :things%d\n", i)
	}
	b.WriteString("end\n")
	return b.String()
}

// nestedResources is n resources inside each other.
func nestedResources(n int) string {
	var b strings.Builder
	b.WriteString("Rails.application.routes.draw do\n")
	for i := range n {
		fmt.Fprintf(&b, "resources :a%ds do\n", i)
	}
	b.WriteString(strings.Repeat("end\n", n) + "end\n")
	return b.String()
}

func routesFile(t testing.TB, src string) string {
	t.Helper()
	return application(t, map[string]string{"config/routes.rb": src})
}

func load(t testing.TB, src string) *route.Table {
	t.Helper()
	table, err := Load(routesFile(t, src), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// openFor is openPath until the end of a test.
func openFor(t testing.TB, path string) *Application {
	t.Helper()
	a, err := openPath(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.close() })
	return a
}

// BenchmarkLoad reads, parses, runs and maps 500 resources: 4,000 routes.
func BenchmarkLoad(b *testing.B) {
	root := routesFile(b, manyResources(500))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Load(root, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkMapper is BenchmarkLoad without reading and parsing: the routing
// words alone.
func BenchmarkMapper(b *testing.B) {
	l, name, err := openFor(b, routesFile(b, manyResources(500))).newLoader(Options{})
	if err != nil {
		b.Fatal(err)
	}
	file, err := l.parse(name)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		l.setUp()
		l.sets = l.sets[:1]
		if err := l.run(file); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSheet(b *testing.B) {
	table := load(b, manyResources(500))
	b.ReportAllocs()
	for b.Loop() {
		if err := table.WriteSheet(io.Discard, route.Filter{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkJSON(b *testing.B) {
	table := load(b, manyResources(500))
	b.ReportAllocs()
	for b.Loop() {
		if err := table.WriteJSON(io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkBigApp is the largest golden case.
func BenchmarkBigApp(b *testing.B) {
	root := filepath.Join(goldenDir, "rails", "big-app")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Load(root, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func TestLargeFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("large")
	}
	for _, tt := range []struct {
		name, src string
		routes    int
		perRoute  uint64 // bytes; 0: the paths alone are longer
	}{
		{"10,000 resources", manyResources(10_000), 80_000, 1536},
		{"1,000 deep", nestedResources(1_000), 8_000, 0},
	} {
		root := routesFile(t, tt.src)
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		start := time.Now()
		table, err := Load(root, Options{})
		took := time.Since(start)
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		each := (after.HeapAlloc - before.HeapAlloc) / uint64(len(table.Routes))
		t.Logf("%s: %v, %d bytes a route", tt.name, took, each)
		if len(table.Routes) != tt.routes {
			t.Errorf("%s: %d routes, want %d", tt.name, len(table.Routes), tt.routes)
		}
		if tt.perRoute > 0 && each > tt.perRoute {
			t.Errorf("%s: %d bytes a route", tt.name, each)
		}
		runtime.KeepAlive(table)
	}
}

// FuzzLoad runs programs: no panic, and the limits hold.
func FuzzLoad(f *testing.F) {
	files, _ := filepath.Glob(filepath.Join(goldenDir, "*", "*", "config", "routes.rb"))
	more, _ := filepath.Glob(filepath.Join(goldenDir, "*", "errors", "*.rb"))
	for _, file := range append(files, more...) {
		if src, err := os.ReadFile(file); err == nil {
			f.Add(string(src))
		}
	}
	f.Fuzz(func(t *testing.T, src string) {
		dir := t.TempDir()
		file := filepath.Join(dir, "routes.rb")
		if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
			t.Fatal(err)
		}
		options := Options{MaxRoutes: 5_000}
		options.Limits.Steps = 200_000
		options.Limits.Depth = 1_000
		options.Limits.StringSize = 1 << 20
		table, err := Load(file, options)
		if err != nil {
			if strings.Contains(err.Error(), "internal error") {
				t.Fatal(err)
			}
			return
		}
		var b bytes.Buffer
		if err := table.WriteSheet(&b, route.Filter{}); err != nil {
			t.Fatal(err)
		}
		if err := table.WriteJSON(&b); err != nil {
			t.Fatal(err)
		}
	})
}
