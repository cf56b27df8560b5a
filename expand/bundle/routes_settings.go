package bundle

import (
	"regexp"
	"sync"

	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/grammar"
)

// Settings of gems that a routes file makes itself: it speaks to the same object as the
// initializers do.
//
//	RouteTranslator.config.force_locale = true
//	localized { get "about", to: "pages#about" }

// routesSettings are the settings by the gems' modules.
var routesSettings = map[string]func(*Bundle) *gemConfig{
	"RouteTranslator": func(b *Bundle) *gemConfig { return b.routeTranslator(grammar.Pos{}).config },
}

// setsOnModule is code that may set something of a module.
var setsOnModule = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\b([A-Z]\w*)(?:\.[a-z]\w*)*(?:\.(?:setup|configure|config|configuration|omniauth|add_module|tap|class_eval|instance_eval|send|public_send)\b|\.[a-z]\w*\s*(?:\|\||&&|[+-])?=[^=~>])`)
})

// SettingsConst returns the module of a gem in a routes file that makes settings of it; nil
// for others.
func (b *Bundle) SettingsConst(name string, pos grammar.Pos) dsl.Value {
	settings, file := routesSettings[name], b.Parsed[pos.Filename]
	if settings == nil || b.Host.IsReading() || file == nil || !route.IsRoutesFile(pos.Filename) {
		return nil
	}
	for _, m := range setsOnModule().FindAllStringSubmatch(file.Source, -1) {
		if m[1] != name {
			continue
		}
		config := settings(b)
		if config == nil {
			return nil
		}
		module := b.Interp.NewModule(name)
		b.Interp.MarkOpen(module)
		b.Interp.SetHost(module, config, b.moduleWords)
		return module
	}
	return nil
}
