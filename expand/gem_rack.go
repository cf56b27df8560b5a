package expand

import (
	"net/http"
	"slices"

	"signalbox/dsl"
)

// rackConst gives the constants of Rack that routes are made of; nil for others.
func (l *loader) rackConst(name string) dsl.Value {
	if name != "Rack::Utils::HTTP_STATUS_CODES" {
		return nil
	}
	gems := l.lockedGems()
	if !gems.atLeast("rack", true, 2, 1) { // they differ from version to version
		return nil
	}
	texts := statusTexts(gems.atLeast("rack", true, 3, 1))
	codes := make([]int, 0, len(texts))
	for code := range texts {
		codes = append(codes, code)
	}
	slices.Sort(codes)
	h := dsl.NewHash(len(codes))
	for _, code := range codes {
		h.Set(dsl.Int(code), dsl.NewFrozenString(texts[code]))
	}
	return h
}

// statusTexts are the status codes of HTTP that Rack knows: since 3.1 those that
// are registered, in the words of RFC 9110.
func statusTexts(registered bool) map[int]string {
	texts := map[int]string{}
	for code := 100; code < 600; code++ {
		if text := http.StatusText(code); text != "" && code != http.StatusTeapot && code != http.StatusNotExtended {
			texts[code] = text
		}
	}
	for code, text := range map[int]string{
		203: "Non-Authoritative Information", 413: "Content Too Large", 414: "URI Too Long", 416: "Range Not Satisfiable",
		422: "Unprocessable Content", 451: "Unavailable For Legal Reasons",
	} {
		texts[code] = text
	}
	if registered {
		return texts
	}
	for code, text := range map[int]string{
		306: "(Unused)", 413: "Payload Too Large", 422: "Unprocessable Entity", 451: "Unavailable for Legal Reasons",
		509: "Bandwidth Limit Exceeded", 510: "Not Extended",
	} {
		texts[code] = text
	}
	return texts
}
