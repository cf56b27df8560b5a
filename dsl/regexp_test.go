package dsl_test

import (
	"errors"
	"fmt"
	"testing"

	"signalbox/dsl"
	"signalbox/grammar"
)

// stepsOf counts the steps of a program.
func stepsOf(t *testing.T, limits dsl.Limits, src string) (int, error) {
	t.Helper()
	file, err := grammar.Parse("config/routes.rb", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	thread := dsl.New(dsl.Options{Limits: limits}).NewThread()
	_, err = thread.Run(file, nil)
	return thread.StepsUsed(), err
}

// The work of matches counts as steps of the program.
func TestMatchesCostSteps(t *testing.T) {
	for _, src := range []string{
		`("a" * 60) =~ /(a*)*\1b/`,
		`("a" * 60).match?(/(?<n>a(?:\g<n>|a)*)b/)`,
		`("a" * 60).gsub(/(a|aa)+\1b/) { }`,
		`("a" * 60).scan(/(a|aa)+\1b/)`,
		`("a" * 60).split(/(a|aa)+\1b/)`,
		`("a" * 60).start_with?(/(a|aa)+\1b/)`,
		`("a" * 60).rindex(/(a|aa)+\1b/)`,
		`s = "a" * 100_000; loop { /x/.match?(s) }`,
		`s = "é" * 50_000; loop { /\Ax/.match?(s) }`,
		`begin; ("a" * 60) =~ /(a*)*\1b/; rescue Exception; end`,
	} {
		var limit *dsl.LimitError
		if _, err := stepsOf(t, dsl.Limits{Steps: 100_000}, src); !errors.As(err, &limit) || limit.Limit != "steps" {
			t.Errorf("%s: got %v, want the limit of steps", src, err)
		}
	}
}

// To find all matches in a text costs no more than its length.
func TestMatchLoopsAreLinear(t *testing.T) {
	for _, src := range []string{
		`("a" * %d).scan(/a/)`,
		`("a" * %d).scan(/(?=a)/)`,
		`("aé" * %d).scan(/é/)`,
		`("a" * %d).gsub(/a/, "b")`,
		`("a" * %d).gsub(/a(?=.*b)|a/, "b")`,
		`("a" * %d).gsub(/a/) { "b" }`,
		`("a" * %d).split(/a/)`,
		`("a b " * %d).split(/\s/)`,
		`("a" * %d).split(//)`,
		`("a" * %d).remove(/a/)`,
		`("a" * %d).rindex(/x/)`,
		`("a" * %d).rpartition(/a*x/)`,
		`("a b " * %[1]d).truncate_words(%[1]d, separator: / /)`,
		`("a" * %d) =~ /(x+x+)+y|(a|aa)+b/`,
		`("a" * %d).tr("a", "b").scan("b")`,
	} {
		few, err := stepsOf(t, dsl.Limits{}, fmt.Sprintf(src, 5000))
		many, err2 := stepsOf(t, dsl.Limits{}, fmt.Sprintf(src, 40_000))
		if err != nil || err2 != nil || many > 9*few {
			t.Errorf("%s: %d steps for 5,000, %d for 40,000: %v, %v", src, few, many, err, err2)
		}
	}
}
