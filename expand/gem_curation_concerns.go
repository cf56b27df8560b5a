package expand

import "signalbox/dsl"

// curationConcerns is the configuration of Hyrax, or of curation_concerns: the
// kinds of works that the initializers register.
type curationConcerns struct {
	l      *loader
	gem    *rubyGem
	config *gemConfig
	kinds  []possibility
}

// hyraxGem and concernsGem share their words.
var (
	hyraxGem    = &rubyGem{name: "hyrax", module: "Hyrax", newest: "5.2.0", since: []int{1}}
	concernsGem = &rubyGem{name: "curation_concerns", module: "CurationConcerns", newest: "1.7.8", since: []int{0, 8}}
)

// curationConcerns is `curation_concerns_basic_routes` or another word. Hyrax:
// Mapper#curation_concerns_basic_routes.
func (m *Mapper) curationConcerns(c *dsl.Call) (dsl.Value, error) {
	if m.l.gems.concerns == nil {
		if err := m.l.defineCurationConcerns(); err != nil {
			return nil, err
		}
	}
	if !m.l.follows(m.l.gems.concerns.gem) {
		return m.unknownWord(c)
	}
	return m.resend(c)
}

// concernsConfig is the configuration of one of both gems; nil for the other one.
func (l *loader) concernsConfig(gem *rubyGem) *gemConfig {
	if l.gems.concerns == nil && l.defineCurationConcerns() != nil || l.gems.concerns.gem != gem {
		return nil
	}
	return l.gems.concerns.config
}

func (l *loader) defineCurationConcerns() (err error) {
	gem := hyraxGem
	if gems := l.lockedGems(); gems.has("curation_concerns") && !gems.has("hyrax") {
		gem = concernsGem
	}
	s := &curationConcerns{l: l, gem: gem}
	l.gems.concerns = s
	if !l.follows(gem) {
		return nil
	}
	config := l.newGemConfig(gem.module + ".config.")
	s.config = config
	config.words = map[string]func(*dsl.Call) error{"register_curation_concern": s.register}
	l.initializers(map[string]*gemConfig{gem.module: config})
	if v, ok := l.given(gem.module + registeredConcerns); ok {
		s.kinds = possibilities(v, nil)
	}
	src, err := wordSources.ReadFile("words/curation_concerns.rb")
	if err != nil {
		return err
	}
	l.interp.WithoutJournal(func() {
		if err = l.runSource(concernsGem.file(), src); err != nil {
			return
		}
		class, _ := l.interp.Const("CurationConcernsOf")
		object := l.interp.NewObject(l.interp.HostClass("Signalbox::CurationConcerns", nil, func(name string) bool { return name == "routed_kinds" }), s)
		var of dsl.Value
		of, err = l.interp.NewThread().Call(class, "new", dsl.NewString(gem.name), dsl.NewString(l.versionOf(gem)), object)
		l.interp.DefineConst("CURATION_CONCERNS", of)
	})
	return err
}

const registeredConcerns = ".config.registered_curation_concern_types"

// register is `config.register_curation_concern :book`.
func (s *curationConcerns) register(c *dsl.Call) error {
	for _, v := range c.Args {
		for _, a := range possibilities(v, c.PathCond()) {
			ok := true
			for _, before := range s.kinds {
				if name := textOfName(a.v); ok && name != "" && textOfName(before.v) == name {
					a.when, ok = a.when.unless(before.when)
				}
			}
			if ok {
				s.kinds = append(s.kinds, a)
			}
		}
	}
	return nil
}

// Call implements dsl.Receiver: it lists the names of the routes of the kinds. Hyrax:
// Mapper#concerns_to_route.
func (s *curationConcerns) Call(c *dsl.Call) (dsl.Value, error) {
	names := dsl.NewArray()
	for _, kind := range s.kinds {
		name := textOfName(kind.v)
		if name == "" {
			text := s.gem.module + registeredConcerns
			s.l.warnSetting(text, ListShape, "[book, image]", s.l.place(c), "a kind of works is known to the application only", "Its routes are not in the table.")
			continue
		}
		path, err := s.path(c, name)
		if err != nil {
			return nil, err
		}
		err = whenAll(c.Thread(), kind.when, func() error {
			c.Thread().Changing(names)
			names.Elems = append(names.Elems, path)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return names, nil
}

// path is the name of the routes of a kind: books of Book.
func (s *curationConcerns) path(c *dsl.Call, name string) (dsl.Value, error) {
	camelized, err := c.Send(dsl.NewString(name), "camelize")
	if err != nil {
		return nil, err
	}
	return c.Send(camelized, "tableize")
}
