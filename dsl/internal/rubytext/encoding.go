package rubytext

// An Encoding is that of a text which stands in the program as a literal, or was given
// one by name: a place in encodingNames, plus one. Zero is none that is known.
type Encoding uint8

const (
	UTF8 Encoding = iota + 1
	ASCII
	Binary
)

// Carried is the encoding of what a method makes of a text of n bytes.
func (e Encoding) Carried(n int) Encoding {
	if e == UTF8 && n > 0 {
		return e
	}
	return 0
}
