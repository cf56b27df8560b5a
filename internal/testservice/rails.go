package testservice

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// The variables that scripts/judge/run sets for tests that ask real Rails.
const (
	RailsAnswers = "RAILS_ANSWERS" // a command that answers lines of JSON about the routes file FILE
	RailsTables  = "TABLES"        // how many random tables
	RailsSeed    = "SEED"          // of the first of them
)

// A Rails is real Rails, as the judge of random tables.
type Rails struct{ command string }

// NewRails is the Rails of the environment; without it the test is skipped, and says that
// scripts/judge/run runs it by some name, `rails requests`.
func NewRails(tb testing.TB, name string) Rails {
	tb.Helper()
	command := os.Getenv(RailsAnswers)
	if command == "" {
		tb.Skipf("scripts/judge/run %s runs it", name)
	}
	return Rails{command}
}

// Tables are the sources of chance for as many tables as are asked for: the same numbers make
// the same tables.
func (r Rails) Tables() (sources []*rand.Rand) {
	number := func(name string, otherwise int) int {
		if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
			return n
		}
		return otherwise
	}
	for i := range number(RailsTables, 20) {
		sources = append(sources, rand.New(rand.NewPCG(uint64(number(RailsSeed, 1)), uint64(i))))
	}
	return sources
}

// Answers are what Rails answers to questions about a routes file, a line of JSON each, in their
// order. The error is how Rails refuses the file, with what it prints.
func (r Rails) Answers(file string, questions [][]byte) (answers [][]byte, err error) {
	args := strings.Fields(strings.ReplaceAll(r.command, "FILE", file))
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdin = bytes.NewReader(bytes.Join(questions, []byte("\n")))
	var told bytes.Buffer
	cmd.Stderr = &told
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%w: %s", err, told.Bytes())
	}
	if len(questions) == 0 {
		return nil, nil
	}
	if answers = bytes.Split(bytes.TrimSpace(out), []byte("\n")); len(answers) != len(questions) {
		return nil, fmt.Errorf("%d answers to %d questions", len(answers), len(questions))
	}
	return answers, nil
}
