package inspect

import (
	"errors"
	"strings"

	"signalbox/expand/route"
	"signalbox/expand/urls"
)

// A HelperCall is a helper with its values, as the page asks for it.
type HelperCall struct {
	Name   string            `json:"name"` // edit_post, shop.product
	URL    bool              `json:"url"`
	Args   []string          `json:"args"`
	Params map[string]string `json:"params"`
	Set    map[string]string `json:"set"`
}

// A HelperResult is the path or URL that a helper returns, or why it returns none.
type HelperResult struct {
	Result string `json:"result,omitempty"`
	Error  string `json:"error,omitempty"`
	Hint   string `json:"hint,omitempty"`
}

// call returns what the helper returns to a controller that answers www.example.com.
func (q *HelperCall) call(t *route.Table) HelperResult {
	name := q.Name
	if mount, helper, ok := strings.Cut(name, "."); ok {
		if engine := t.Mounted(mount); engine != nil {
			t, name = engine, helper
		}
	}
	args := make([]any, 0, len(q.Args)+1)
	for _, a := range q.Args {
		args = append(args, a)
	}
	if len(q.Params) > 0 {
		options := urls.Params{}
		for k, v := range q.Params {
			options[k] = v
		}
		args = append(args, options)
	}
	helpers := urls.ForController(t, urls.Params{"host": defaultHost}, nil)
	ask := helpers.Path
	if q.URL {
		ask = helpers.URL
	}
	result, err := ask(name, args...)
	if err == nil {
		return HelperResult{Result: result}
	}
	wrong := HelperResult{Error: err.Error()}
	if u := new(urls.URLError); errors.As(err, &u) {
		wrong.Hint = u.Hint
	}
	return wrong
}
