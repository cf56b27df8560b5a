package stdlib_test

import (
	"bufio"
	"os"
	"strings"
	"testing"

	"signalbox/dsl"
	"signalbox/dsl/internal/rubytest"
	"signalbox/dsl/stdlib"
)

// TestMissing logs the methods of Ruby that signalbox has not. METHODS names the list that
// dsl/testdata/methods.rb prints: run it as `scripts/judge/run ruby missing`.
func TestMissing(t *testing.T) {
	file, err := os.Open(os.Getenv("METHODS"))
	if err != nil {
		t.Skip("METHODS names no file")
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		receiver, names, _ := strings.Cut(lines.Text(), " ")
		src := "o = " + receiver + "\n%w[" + strings.NewReplacer("[", `\[`, "]", `\]`).Replace(names) + "].reject { |name| o.respond_to?(name) }.join(\" \")"
		_, missing, err := rubytest.Run(dsl.New(dsl.Options{Library: stdlib.Library}), src)
		if err != nil {
			t.Fatal(receiver, err)
		}
		if missing = strings.Trim(missing, `"`); strings.HasPrefix(missing, "[") {
			missing = "(unknown as a whole)"
		}
		if missing != "" {
			t.Log(receiver, missing)
		}
	}
}
