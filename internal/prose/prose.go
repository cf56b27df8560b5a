// Package prose holds the texts of the program to one form: the tests that produce messages ask
// it of each.
package prose

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Complaint returns what is wrong with a message; empty if it has the form
//
//	what happened; what to do
//
// That is one sentence in one line, without a full stop. What to do begins with a verb, or asks
// `did you mean`. A message with exact set is about rows that are exact: it has nothing to do.
func Complaint(message string, exact bool) string {
	plain := quoted.ReplaceAllString(message, "X")
	what, todo, ok := strings.Cut(plain, "; ")
	switch {
	case strings.ContainsAny(message, "\n\t"):
		return "more than one line"
	case strings.HasSuffix(plain, "."), secondSentence.MatchString(plain):
		return "more than one sentence"
	case old.MatchString(plain):
		return "the old word `" + old.FindString(plain) + "`"
	case exact:
		return ""
	case !ok:
		return "nothing to do"
	case strings.Contains(todo, "; "):
		return "two things to do"
	}
	if n := len(strings.Fields(what)); n > maxWords {
		return fmt.Sprintf("%d words about what happened", n)
	}
	if verb, _, _ := strings.Cut(todo, " "); !slices.Contains(verbs, verb) && !strings.HasPrefix(todo, "did you mean X") {
		return "no verb: " + verb
	}
	return ""
}

// maxWords bounds what a message says before what to do.
const maxWords = 25

// verbs begin what to do.
var verbs = strings.Fields("add apply check correct define did draw fix keep leave list mount move name pass please register remove rename run set sort split use write")

var (
	// quoted are Ruby, errors of others, and texts of the application.
	quoted = regexp.MustCompile("`[^`]*`|\"[^\"]*\"|\\[[^\\]]*\\]|\\([^()]*(?:\\([^()]*\\)[^()]*)*\\)")
	// secondSentence is the end of one sentence and the beginning of another.
	secondSentence = regexp.MustCompile(`[.!] [A-Z]`)
	// old are words that have given way to others, and idle turns.
	old = regexp.MustCompile(`(?i)\b(known to the application|(only )?the application knows|nobody knows|is told|tells?|settles?|doubt(ful)?|routing word|counts as|is there twice|that there (is|are) not|is not there|is no|it is used as|its kin|stands in|wants)\b`)
)
