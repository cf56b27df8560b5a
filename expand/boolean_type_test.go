package expand

import "testing"

// What ActiveModel 8.1 casts texts of variables to; Settings.x only the application
// knows.
func TestBooleanType(t *testing.T) {
	for value, want := range map[string]string{
		`nil`: "nil", `""`: "nil", `"0"`: "false", `"f"`: "false", `"F"`: "false", `"false"`: "false", `"FALSE"`: "false", `"off"`: "false", `"OFF"`: "false",
		`"no"`: "true", `"False"`: "true", `0`: "false", `1`: "true", `0.0`: "true", `true`: "true", `false`: "false", `:off`: "false", `:no`: "true", `[]`: "true",
	} {
		for _, class := range []string{"ActiveModel", "ActiveRecord"} {
			table := loadFiles(t, map[string]string{"config/routes.rb": head + "  get " + class + "::Type::Boolean.new.cast(" + value + ").inspect, to: \"a#b\"\nend"})
			if got := table.Routes[0].Path.String(); got != "/"+want+"(.:format)" {
				t.Errorf("%s casts %s to %s, want %s", class, value, got, want)
			}
		}
	}
	table := loadFiles(t, map[string]string{"config/routes.rb": head + "  get \"a\", to: \"a#b\" if ActiveModel::Type::Boolean.new.cast(Settings.x)\nend"})
	if len(table.Routes) != 1 || len(table.Routes[0].Conditions) != 1 {
		t.Errorf("what only the application knows is decided: %v", table.Routes)
	}
}
