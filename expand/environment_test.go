package expand

import "testing"

func TestTextThatChangesTheEnvironment(t *testing.T) {
	for text, want := range map[string]bool{
		`ENV["A"]`: false, `ENV.fetch("A") { 1 }`: false, `ENV.key?("A")`: false, `ENV.value?("a")`: false, `ENV.length`: false, `ENV.each_pair { |k, v| p k }`: false,
		`ENV.assoc("A")`: false, `ENV.invert`: false, `ENV.sort_by { |k, v| v }`: false, `# ENV["A"] = "a"`: false,
		`ENV["A"] = "a"`: true, `ENV["A"] ||= "a"`: true, `ENV.store("A", "a")`: true, `ENV.filter! { |k, v| v }`: true, `ENV.delete_if { |k, v| v }`: true,
		`ENV.tap { |env| env["A"] = "a" }`: true, `ENV.send(:[]=, "A", "a")`: true, `settings(ENV)`: true,
	} {
		if got := changesEnvironment([]byte(text)); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
