package spelling

import (
	"fmt"
	"strings"
	"unicode"
)

// A LookAlike is a character that is easily taken for one of Ruby's own, as
// editors and web pages put it there, but is a letter of a name to Ruby.
type LookAlike struct {
	Rune rune
	Want string // the character it was meant to be, " " for white space, "" for an invisible one
}

// lookAlikes are the characters that stand for each of ASCII's.
var lookAlikes = map[string]string{
	`"`:   "“”„‟«»″〝〞「」『』",
	`'`:   "‘’‚‛‹›′´",
	"-":   "‐‑‒–—―−",
	"...": "…",
	",":   "、",
	".":   "。",
	"=>":  "⇒",
	"->":  "→",
	"<=":  "≤",
	">=":  "≥",
	"!=":  "≠",
	"*":   "×",
	"/":   "÷",
}

// FindLookAlike returns the first look-alike in a name with its offset, and
// whether there is one.
func FindLookAlike(name string) (l LookAlike, off int, ok bool) {
	for i, r := range name {
		if r < 0x80 {
			continue
		}
		if want, ok := meant(r); ok {
			return LookAlike{r, want}, i, true
		}
	}
	return l, 0, false
}

func meant(r rune) (want string, ok bool) {
	for ascii, like := range lookAlikes {
		if strings.ContainsRune(like, r) {
			return ascii, true
		}
	}
	switch {
	case r >= '！' && r <= '～': // the wide forms of ASCII, of which letters and digits may stand in names
		wide := r - '！' + '!'
		return string(wide), !unicode.IsLetter(wide) && !unicode.IsDigit(wide)
	case unicode.IsSpace(r) || unicode.Is(unicode.Z, r):
		return " ", true
	}
	return "", unicode.Is(unicode.Cf, r) && r != '\u200c' && r != '\u200d' // the joiners of scripts and emoji
}

// names are those of characters that show nothing.
var names = map[rune]string{
	'\u00a0': "no-break space", '\u3000': "ideographic space", '\u200b': "zero width space", '\ufeff': "byte order mark", '\u00ad': "soft hyphen",
}

// Error returns what is wrong with the character: `“` (U+201C) is not `"`.
func (l LookAlike) Error() string {
	code := fmt.Sprintf("%U", l.Rune)
	if name := names[l.Rune]; name != "" {
		code += " (" + name + ")"
	}
	switch l.Want {
	case "":
		return "unexpected invisible character " + code
	case " ":
		return code + " is not a plain space"
	}
	return fmt.Sprintf("`%c` (%s) is not `%s`", l.Rune, code, l.Want)
}

// Hint returns what to write instead.
func (l LookAlike) Hint() string {
	switch l.Want {
	case "":
		return "remove it"
	case " ":
		return "write a plain space instead"
	}
	return "write `" + l.Want + "` instead"
}
