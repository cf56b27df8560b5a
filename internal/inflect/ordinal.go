package inflect

import "strconv"

// Ordinal gives the ending of an ordinal number.
//
//	1002.ordinal  # => "nd"
func (r *Rules) Ordinal(number int) string {
	n := number % 100
	if n < 0 {
		n = -n
	}
	if n > 13 {
		n %= 10
	}
	switch n {
	case 1:
		return "st"
	case 2:
		return "nd"
	case 3:
		return "rd"
	}
	return "th"
}

// Ordinalize gives an ordinal number.
//
//	-11.ordinalize  # => "-11th"
func (r *Rules) Ordinalize(number int) string { return strconv.Itoa(number) + r.Ordinal(number) }
