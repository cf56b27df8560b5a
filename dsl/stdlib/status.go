package stdlib

import (
	"maps"
	"net/http"
	"slices"

	"signalbox/dsl"
)

// StatusTexts returns the status codes of HTTP that Rack knows with their texts: since
// version 3.1 those that are registered, in the words of RFC 9110.
func StatusTexts(registered bool) *dsl.Hash {
	texts := map[int]string{}
	for code := 100; code < 600; code++ {
		if text := http.StatusText(code); text != "" && code != http.StatusTeapot && code != http.StatusNotExtended {
			texts[code] = text
		}
	}
	maps.Copy(texts, map[int]string{
		203: "Non-Authoritative Information", 413: "Content Too Large", 414: "URI Too Long", 416: "Range Not Satisfiable",
		422: "Unprocessable Content", 451: "Unavailable For Legal Reasons",
	})
	if !registered {
		maps.Copy(texts, map[int]string{
			306: "(Unused)", 413: "Payload Too Large", 422: "Unprocessable Entity", 451: "Unavailable for Legal Reasons",
			509: "Bandwidth Limit Exceeded", 510: "Not Extended",
		})
	}
	h := dsl.NewHash(len(texts))
	for _, code := range slices.Sorted(maps.Keys(texts)) {
		h.Set(dsl.Int(code), dsl.NewFrozenString(texts[code]))
	}
	return h
}

// statusTexts is StatusTexts of the newest Rack.
func statusTexts(*dsl.Call) dsl.Value { return StatusTexts(true) }
