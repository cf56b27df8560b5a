package urls

import (
	"fmt"
	"strings"
)

// Funcs returns the helpers as functions for html/template and text/template, by the names
// that they have in Rails' views:
//
//	page := template.New("page").Funcs(urls.New(table, nil).Funcs())
//	page.Parse(`<a href="{{edit_post_path .Post}}">{{posts_path (params "page" 2 "anchor" "top")}}</a>`)
//
// Each name of [Names] gives two, NAME_path and NAME_url. Besides there are path_for and url_for
// ([Helpers.PathFor], [Helpers.URLFor]), and params, which makes options of keys and values. A
// helper that makes no path ends the template with its error. A name that is no name in
// templates, such as one with a dash, gives none.
//
// html/template escapes what they return as it does other values of an attribute.
func (u *Helpers) Funcs() map[string]any {
	funcs := map[string]any{"path_for": u.PathFor, "url_for": u.URLFor, "params": pairs}
	for _, name := range u.table.names() {
		if !isIdentifier(name) {
			continue
		}
		funcs[name+"_path"] = func(args ...any) (string, error) { return u.Path(name, args...) }
		funcs[name+"_url"] = func(args ...any) (string, error) { return u.URL(name, args...) }
	}
	return funcs
}

// pairs are options from a key, its value, the next key and so on.
func pairs(list ...any) (Params, error) {
	if len(list)%2 == 1 {
		return nil, fmt.Errorf("params wants a value for each key: %d arguments are no pairs", len(list))
	}
	p := Params{}
	for i := 0; i < len(list); i += 2 {
		key, ok := list[i].(string)
		if !ok {
			return nil, fmt.Errorf("params wants keys that are text, not %v (%T)", list[i], list[i])
		}
		p[key] = list[i+1]
	}
	return p, nil
}

// isIdentifier reports whether a name may be that of a template's function.
func isIdentifier(name string) bool {
	return name != "" && strings.Trim(name[:1], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_") == "" &&
		strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") == ""
}
