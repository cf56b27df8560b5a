package bundle

import (
	"errors"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/psych"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// The translations of paths: what config/locales says below `routes:`.

// read takes `fr: routes: ...` of a file. I18n: Backend::Base#load_yml.
func (t *translator) read(name string) {
	src, ok := t.bundle.Files.Text(name)
	if !ok {
		return
	}
	var err error
	if strings.HasSuffix(name, ".rb") {
		err = t.readRuby(name, src)
	} else {
		err = t.readYAML(name, src)
	}
	if err != nil && strings.Contains(string(src), "routes") {
		pos := grammar.PlaceOf(err, grammar.Pos{Filename: name, Line: 1, Column: 1})
		t.bundle.warnOf(route.FileNote, pos, "invalid translations ("+strings.TrimPrefix(err.Error(), pos.String()+": ")+"): paths of `localized` are not translated; fix the file")
	}
}

func (t *translator) readYAML(name string, src []byte) error {
	for _, m := range localeKey.FindAllSubmatch(src, -1) {
		t.noteLocale(string(m[1]))
	}
	if !strings.Contains(string(src), "routes:") {
		return nil
	}
	return t.readRoutes(name, src)
}

// readRuby is readYAML for a file of Ruby, whose value is the hash.
func (t *translator) readRuby(name string, src []byte) error {
	file, err := grammar.Parse(name, src)
	if err != nil {
		return err
	}
	thread := t.bundle.Interp.NewThread()
	thread.WithRollback(func() {
		var v dsl.Value
		if v, err = thread.Run(file, nil); err != nil {
			return
		}
		locales, ok := v.(*dsl.Hash)
		if !ok {
			err = errors.New("the file's value is no hash")
			return
		}
		if err = thread.Bound("values within translations", locales); err == nil {
			t.takeRuby(name, locales)
		}
	})
	return err
}

// takeRuby takes what a file's hash says of the locales.
func (t *translator) takeRuby(name string, locales *dsl.Hash) {
	for i := range locales.Len() {
		key, keys := locales.At(i)
		locale := ruby.NameText(key)
		if _, ok := keys.(*dsl.Hash); !ok || locale == "" {
			t.warnLost(name, "a locale, or what there is for one, is not known")
			continue
		}
		t.noteLocale(locale)
		if routes := pairOf(keys, "routes"); routes != nil {
			t.tellLost(name, routes)
			t.merge(locale, textsOf(routes))
		}
	}
}

func (t *translator) warnLost(name, summary string) {
	t.bundle.warnOf(route.FileNote, grammar.Pos{Filename: name}, summary+": paths of `localized` may lack it; write it as a literal")
}

// pairOf is what a hash holds for a name, symbol or text; nil for none.
func pairOf(v dsl.Value, name string) dsl.Value {
	h, _ := v.(*dsl.Hash)
	for i := range h.Len() {
		if key, v := h.At(i); ruby.NameText(key) == name {
			return v
		}
	}
	return nil
}

// tellLost tells of translations in Ruby that are no texts which are known.
func (t *translator) tellLost(name string, v dsl.Value) {
	h, ok := v.(*dsl.Hash)
	for i := range h.Len() {
		_, inner := h.At(i)
		t.tellLost(name, inner)
	}
	if _, text := v.(*dsl.String); !ok && (!text || dsl.UnknownIn(v) != nil) {
		t.warnLost(name, "a translation below routes: is no text that is known")
	}
}

func (t *translator) merge(locale string, texts map[string]any) {
	if t.texts[locale] == nil {
		t.texts[locale] = map[string]any{}
	}
	mergeTexts(t.texts[locale], texts)
}

// localeKey is a key at the margin of a file of translations.
var localeKey = regexp.MustCompile(`(?m)^["']?([A-Za-z][\w-]*)["']?:(?:\s|$)`)

func (t *translator) noteLocale(locale string) {
	if !slices.Contains(t.found, locale) {
		t.found = append(t.found, locale)
	}
}

// readRoutes merges the translations of paths in a file into those before. As
// Psych, it takes the last of two keys of a name.
func (t *translator) readRoutes(name string, src []byte) error {
	document, err := psych.Document(name, src)
	if err != nil {
		if errors.Is(err, io.EOF) {
			return nil
		}
		return err
	}
	for locale, keys := range psych.Pairs(document) {
		routes := psych.Pairs(keys)["routes"]
		if routes == nil {
			continue
		}
		v, err := (&psych.Reader{Name: name}).Value(routes)
		if err != nil {
			return err
		}
		t.merge(locale, textsOf(v))
	}
	return nil
}

// textsOf are the texts of a hash, and of the hashes in it.
func textsOf(v dsl.Value) map[string]any {
	texts := map[string]any{}
	h, _ := v.(*dsl.Hash)
	for i := range h.Len() {
		key, v := h.At(i)
		name := ruby.NameText(key)
		if number, ok := key.(dsl.Int); ok {
			name = strconv.Itoa(int(number))
		}
		switch v := v.(type) {
		case *dsl.String:
			if dsl.UnknownIn(v) == nil {
				texts[name] = v.String()
			}
		case *dsl.Hash:
			texts[name] = textsOf(v)
		}
	}
	return texts
}

func mergeTexts(to, from map[string]any) {
	for key, v := range from {
		inner, ok := v.(map[string]any)
		old, both := to[key].(map[string]any)
		if ok && both {
			mergeTexts(old, inner)
			continue
		}
		to[key] = v
	}
}
