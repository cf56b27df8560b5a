package core_test

import (
	"testing"

	"signalbox/dsl"
	"signalbox/dsl/internal/rubytest"
	"signalbox/dsl/stdlib"
)

// The methods of data types do as Ruby's and ActiveSupport's.
func TestAsRuby(t *testing.T) { rubytest.Compare(t, "testdata", dsl.Options{Library: stdlib.Library}) }
