package main

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestUnused compares with what Rails' own command prints; scripts/judge/rails/unused.rb wrote it.
func TestUnused(t *testing.T) {
	dirs, err := filepath.Glob("../../testdata/unused/*")
	if err != nil || len(dirs) < 3 {
		t.Fatal(dirs, err)
	}
	for _, dir := range dirs {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			status, stdout, stderr := routes("-f", dir, "--unused")
			if d := cmp.Diff(read(t, filepath.Join(dir, "unused.txt")), fmt.Sprintf("%sexit %d\n", stdout, status)); d != "" || stderr != "" {
				t.Errorf("(-Rails +routes)\n%s%s", d, stderr)
			}
		})
	}
}
