package expand

import (
	"slices"
	"strings"
)

// The order in which Rails runs the initializers of an application and its
// engines. Rails: Initializable.

// An initializer is one of them. Names are as Ruby writes them: a symbol is not
// the text of the same letters.
type initializer struct {
	name, before, after string
	run                 func()
}

// initializers are those of one class.
type initializers []*initializer

// add adds one, which runs behind the one above it unless it says otherwise.
func (list *initializers) add(i *initializer) {
	if n := len(*list); i.after == "" && n > 0 && !list.has(i.before) {
		i.after = (*list)[n-1].name
	}
	*list = append(*list, i)
}

func (list *initializers) has(name string) bool {
	return slices.ContainsFunc(*list, func(i *initializer) bool { return i.name == name })
}

// inherited are the initializers that a class of Rails says; a line is a name,
// and those that it goes before and after. What some of them run is given.
func inherited(lines string, run map[string]func()) initializers {
	var list initializers
	for line := range strings.Lines(lines) {
		words := append(strings.Fields(line), "", "")
		list.add(&initializer{name: words[0], before: words[1], after: words[2], run: run[words[0]]})
	}
	return list
}

// ofStart are the initializers of a start: Rails' own, some of which run what is given by their
// names, those of engines and those of the application.
func ofStart(run map[string]func(), engines, own initializers) initializers {
	return slices.Concat(inherited(ofBootstrap, run), engines, inherited(ofEngines, run), own, inherited(ofFinisher, run))
}

const (
	ofBootstrap = `:load_environment_hook
:load_active_support
:set_eager_load
:initialize_logger
:initialize_error_reporter
:initialize_event_reporter
:initialize_cache
:setup_once_autoloader :bootstrap_hook :set_eager_load_paths
:bootstrap_hook`

	ofEngines = `:load_environment_config :load_environment_hook
:set_load_path :bootstrap_hook
:set_autoload_paths :bootstrap_hook
:set_eager_load_paths :bootstrap_hook
:make_routes_lazy :bootstrap_hook
:add_routing_paths
:add_locales
:add_view_paths
:add_mailer_preview_paths
:add_fixture_paths
:prepend_helpers_path
:load_config_initializers
:wrap_reloader_around_load_seed
:engines_blank_point`

	ofFinisher = `:add_generator_templates
:setup_main_autoloader
:setup_default_session_store :build_middleware_stack
:build_middleware_stack
:define_main_app_helper
:add_to_prepare_blocks
:run_prepare_callbacks
:eager_load!
:finisher_hook
:configure_executor_for_concurrency
:add_internal_routes
:set_routes_reloader_hook
:set_clear_dependencies_hook
:enable_yjit`
)

// runAll runs them in their order.
func (list initializers) runAll() {
	for _, i := range list.sorted() {
		if i.run != nil {
			i.run()
		}
	}
}

// sorted is Collection#tsort: each behind those that its name waits for. Where they
// wait for each other, which Rails refuses, they stay as they are.
func (list initializers) sorted() initializers {
	waits, named := map[string][]string{}, map[string]initializers{}
	wait := func(later, earlier string) {
		if later != "" && earlier != "" && !slices.Contains(waits[later], earlier) {
			waits[later] = append(waits[later], earlier)
		}
	}
	for _, i := range list {
		wait(i.before, i.name)
		wait(i.name, i.after)
		named[i.name] = append(named[i.name], i)
	}
	const visiting, done = 1, 2
	state := map[*initializer]int{}
	var order initializers
	var visit func(*initializer) bool
	visit = func(i *initializer) bool {
		if state[i] != 0 {
			return state[i] == done
		}
		state[i] = visiting
		for _, name := range waits[i.name] {
			for _, earlier := range named[name] {
				if !visit(earlier) {
					return false
				}
			}
		}
		state[i] = done
		order = append(order, i)
		return true
	}
	for _, i := range list {
		if !visit(i) {
			return list
		}
	}
	return order
}
