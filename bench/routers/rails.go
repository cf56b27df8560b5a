package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// measureJourney times Rails' own router on the scenario, in Ruby: one cell for
// each line. RAILS_DIR is an unpacked tree of Rails.
func (s *scenario) measureJourney(script string, lines []line) error {
	if slices.Contains(s.without, "Journey") {
		return nil
	}
	dir, err := os.MkdirTemp("", "journey")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "routes.rb")
	if err := os.WriteFile(file, []byte("Rails.application.routes.draw do\n"+s.text+"end\n"), 0o666); err != nil {
		return err
	}
	var batches [][][2]string
	for _, list := range s.batches() {
		var batch [][2]string
		for _, r := range list {
			batch = append(batch, [2]string{r.Method, r.URL.Path})
		}
		batches = append(batches, batch)
	}
	in, err := json.Marshal(batches)
	if err != nil {
		return err
	}
	ruby := exec.Command("ruby", "-W0", script, file, string(in))
	ruby.Stderr = os.Stderr
	out, err := ruby.Output()
	if err != nil {
		return fmt.Errorf("ruby: %w", err)
	}
	var ns []float64
	if err := json.Unmarshal(out, &ns); err != nil || len(ns) != len(lines) {
		return fmt.Errorf("ruby printed %q", out)
	}
	for i := range lines {
		lines[i].cells["Journey"] = cell{ns: ns[i]}
	}
	return nil
}
