package grammar

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// routesFile makes a routes file of n resources with what is usual in them.
func routesFile(n int) []byte {
	var b strings.Builder
	b.WriteString("Rails.application.routes.draw do\n  root to: \"home#index\"\n")
	for i := range n {
		fmt.Fprintf(&b, `
  # resource %[1]d
  resources :things%[1]d, only: %%i[index show create], param: :slug do
    member do
      get :preview, to: "things%[1]d#preview", as: "preview_%[1]d"
      post 'publish', constraints: { id: /[0-9]+/ }
    end
    collection { get :search }
    resources :parts, except: [:new, :edit], controller: 'things/parts' if Rails.env.production?
  end
  get "/old/%[1]d/:id" => redirect { |params, _req| "/new/#{params[:id]}" }
  match '/any/*path', to: ->(env) { [200, {}, ["ok"]] }, via: [:get, :post]
`, i)
	}
	b.WriteString("end\n")
	return []byte(b.String())
}

func BenchmarkParse(b *testing.B) {
	src := routesFile(1000)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	from := cpuTime()
	for b.Loop() {
		if _, err := Parse("routes.rb", src); err != nil {
			b.Fatal(err)
		}
	}
	reportCPU(b, len(src), cpuTime()-from)
	b.ReportMetric(testing.AllocsPerRun(1, func() { Parse("routes.rb", src) })/float64(len(src)), "allocs/byte")
}

// reportCPU adds the speed in processor time, garbage collection included.
func reportCPU(b *testing.B, size int, t time.Duration) {
	if t > 0 {
		b.ReportMetric(float64(size)*float64(b.N)/1e6/t.Seconds(), "cpu-MB/s")
	}
}

func BenchmarkLex(b *testing.B) {
	src := string(routesFile(1000))
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		l := newLex("routes.rb", src, defaultMaxDepth)
		l.run()
		l.release()
	}
}

// BenchmarkCorpus parses the routes files below $CORPUS; every .rb file when
// $CORPUS_ALL is set.
func BenchmarkCorpus(b *testing.B) {
	dir := os.Getenv("CORPUS")
	if dir == "" {
		b.Skip("CORPUS is not set")
	}
	var files [][]byte
	total := 0
	filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(p, ".rb") {
			return nil
		}
		if os.Getenv("CORPUS_ALL") == "" && !strings.Contains(p, "routes") {
			return nil
		}
		if src, err := os.ReadFile(p); err == nil {
			files = append(files, src)
			total += len(src)
		}
		return nil
	})
	b.SetBytes(int64(total))
	b.ReportAllocs()
	from := cpuTime()
	for b.Loop() {
		for _, src := range files {
			Parse("routes.rb", src)
		}
	}
	reportCPU(b, total, cpuTime()-from)
	b.ReportMetric(float64(len(files)), "files")
	b.ReportMetric(float64(total)/1000, "KB")
}
