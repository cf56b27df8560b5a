package expand

import (
	"bytes"
	"maps"
	"slices"

	"signalbox/dsl"
	"signalbox/grammar"
)

// Groups of routes that the application draws itself: `devise_NAME` of a module that it
// adds to Devise.
//
//	class ActionDispatch::Routing::Mapper
//	  def devise_magic_link(mapping, controllers)
//	    resource :magic_link, only: :show, path: mapping.path_names[:magic_link], controller: controllers[:magic_links]
//	  end
//	end

// definesGroup reports whether what was read of the application gives the mapper the
// method of a group, the files of models included.
func (l *loader) definesGroup(word string) bool {
	models := l.devise().models
	for _, name := range slices.Sorted(maps.Keys(models.read)) {
		if src := models.mapperText(name); !l.lookup.defined[name] && bytes.Contains(src, []byte("def "+word)) {
			l.takeText(name, src)
		}
	}
	return l.definesWord(word)
}

// deviseOwn draws such a group. Devise: Mapper#devise_for.
func (m *Mapper) deviseOwn(d *deviseMapping, word string) error {
	o := &mappingObject{m: m, d: d}
	var err error
	if o.controllers, o.pathNames, err = m.mappingHashes(d); err != nil {
		return err
	}
	class := m.l.interp.HostClass("Devise::Mapping", nil, m.l.hostWords)
	_, err = m.call.Send(m.self, "send", dsl.Symbol(word), m.l.interp.NewObject(class, o), o.controllers)
	return err
}

// mappingSource makes the hashes of a mapping, which have defaults. Devise:
// Mapping#default_controllers, #default_path_names.
const mappingSource = `->(module_name, controllers, path_names) {
  all = Hash.new { |hash, key| hash[key] = "#{module_name}/#{key}" }
  names = Hash.new { |hash, key| hash[key] = key.to_s }
  [all.merge!(controllers.transform_values(&:to_s)), names.merge!(registration: "").merge!(path_names)]
}`

func (m *Mapper) mappingHashes(d *deviseMapping) (controllers, pathNames dsl.Value, err error) {
	file, err := grammar.Parse("devise", []byte(mappingSource))
	if err != nil {
		return nil, nil, err
	}
	make, err := m.t.Run(file, nil)
	if err != nil {
		return nil, nil, err
	}
	v, err := m.t.Call(make, "call", dsl.NewString(d.module), cloneOptions(d.controllers), cloneOptions(d.pathNames))
	if err != nil {
		return nil, nil, err
	}
	both := list(v)
	return both[0], both[1], nil
}

// A mappingObject is what such a method gets. Devise: Mapping.
type mappingObject struct {
	m                      *Mapper
	d                      *deviseMapping
	controllers, pathNames dsl.Value
}

// Call implements dsl.Receiver.
func (o *mappingObject) Call(c *dsl.Call) (dsl.Value, error) {
	switch d := o.d; c.Name {
	case "name", "singular":
		return dsl.Symbol(d.name), nil
	case "controllers":
		return o.controllers, nil
	case "path_names":
		return o.pathNames, nil
	case "class_name":
		return dsl.NewString(d.className), nil
	case "path":
		return dsl.NewString(d.path), nil
	case "fullpath":
		return dsl.NewString(d.fullPath), nil
	case "scoped_path":
		return dsl.NewString(d.scopedPath), nil
	case "sign_out_via":
		return d.signOutVia, nil
	}
	return o.m.l.unknownCall(c, "Devise.mappings[:"+o.d.name+"]"), nil
}
