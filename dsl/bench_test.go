package dsl_test

import (
	"testing"

	"signalbox/dsl"
)

// BenchmarkEval runs what routes files do besides routing: loops, hashes,
// interpolation, blocks.
func BenchmarkEval(b *testing.B) {
	file := parse(b, `
names = %w[posts comments users]
out = []
100.times do |i|
  names.each { |n| out << "#{n}/#{i}" if i.even? && n != "users" }
  opts = { only: %i[index show], as: "x#{i}" }.merge(path: "p")
  out << opts[:as]
end
out.size
`)
	in := dsl.New(dsl.Options{})
	b.ReportAllocs()
	for b.Loop() {
		if _, err := in.NewThread().Run(file, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkNew makes interpreters: the fixed cost of a program's start.
func BenchmarkNew(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		dsl.New(dsl.Options{})
	}
}
