package rubytext

// Plural returns the "s" of a message about n things.
func Plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}
