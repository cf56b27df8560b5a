package expand

import (
	"signalbox/dsl"
	"signalbox/expand/gems"
)

// The routes files of Rails' engines, as they are in each version.

// storage is Active Storage. Rails: activestorage/config/routes.rb.
func (f *framework) storage(m *Mapper) error {
	if !f.loaded["active_storage/engine"] || !f.rails(5, 2) {
		return nil
	}
	settings := f.settings["active_storage"]
	draw := func() {
		settings.withText(m, "routes_prefix", func(prefix string) { f.storageBelow(m, prefix) })
	}
	switch {
	case !f.rails(6):
		f.storageBelow(m, textOfName(settings.setting("routes_prefix").otherwise))
		return nil
	case !f.rails(6, 1):
		draw()
		return nil
	}
	f.decide(m, "active_storage", "draw_routes", draw)
	return nil
}

func (f *framework) storageBelow(m *Mapper, prefix string) {
	m.inScope(optionsOf("path", prefix), actionOptions{}, func() {
		if !f.rails(6, 1) {
			m.listed(
				frameworkRoute{verbGet, "/blobs/:signed_id/*filename", "active_storage/blobs#show", "rails_service_blob"},
				frameworkRoute{verbGet, "/representations/:signed_blob_id/:variation_key/*filename", "active_storage/representations#show", "rails_blob_representation"},
				diskShow, diskUpdate, directUploads)
			return
		}
		m.listed(append(blobRoutes(), diskShow, diskUpdate, directUploads)...)
	})
}

var (
	diskShow      = frameworkRoute{verbGet, "/disk/:encoded_key/*filename", "active_storage/disk#show", "rails_disk_service"}
	diskUpdate    = frameworkRoute{verbPut, "/disk/:encoded_token", "active_storage/disk#update", "update_rails_disk_service"}
	directUploads = frameworkRoute{verbPost, "/direct_uploads", "active_storage/direct_uploads#create", "rails_direct_uploads"}
)

// blobRoutes are those of blobs and of representations: one that redirects, one
// that sends the file itself, and one without a name for old links.
func blobRoutes() (routes []frameworkRoute) {
	for _, kind := range []struct{ path, keys, redirect, proxy string }{
		{"blobs", "/:signed_id/*filename", "rails_service_blob", "rails_service_blob_proxy"},
		{"representations", "/:signed_blob_id/:variation_key/*filename", "rails_blob_representation", "rails_blob_representation_proxy"},
	} {
		to := "active_storage/" + kind.path
		routes = append(routes,
			frameworkRoute{verbGet, "/" + kind.path + "/redirect" + kind.keys, to + "/redirect#show", kind.redirect},
			frameworkRoute{verbGet, "/" + kind.path + "/proxy" + kind.keys, to + "/proxy#show", kind.proxy},
			frameworkRoute{verbGet, "/" + kind.path + kind.keys, to + "/redirect#show", ""})
	}
	return routes
}

// mailbox is Action Mailbox. Rails: actionmailbox/config/routes.rb.
func (f *framework) mailbox(m *Mapper) error {
	if !f.loaded["action_mailbox/engine"] || !f.rails(6) {
		return nil
	}
	m.inScope(optionsOf("path", "/rails/action_mailbox", "module", "action_mailbox/ingresses"), actionOptions{}, func() {
		ingress := func(v *verbs, path, action, name string) frameworkRoute {
			return frameworkRoute{v, "/" + name + "/inbound_emails" + path, name + "/inbound_emails#" + action, "rails_" + name + "_inbound_emails"}
		}
		check := ingress(verbGet, "", "health_check", "mandrill")
		check.as = "rails_mandrill_inbound_health_check"
		m.listed(
			ingress(verbPost, "", "create", "postmark"), ingress(verbPost, "", "create", "relay"), ingress(verbPost, "", "create", "sendgrid"),
			check, ingress(verbPost, "", "create", "mandrill"), ingress(verbPost, "/mime", "create", "mailgun"))
	})
	m.inScope(optionsOf("path", "rails/conductor/action_mailbox/", "module", "rails/conductor/action_mailbox"), actionOptions{}, func() {
		f.conductor(m)
	})
	return nil
}

// conductor is the part of Action Mailbox for development.
func (f *framework) conductor(m *Mapper) {
	const name = "rails_conductor_inbound_email"
	options := optionsOf("as", name+"s")
	if f.rails(7, 1) {
		options.Set(dsl.Symbol("only"), symbols("index", "new", "show", "create"))
	}
	m.drawResource(resourceCall{names: []dsl.Value{dsl.Symbol("inbound_emails")}, options: options})
	var routes []frameworkRoute
	if f.rails(6, 1) {
		routes = append(routes,
			frameworkRoute{verbGet, "inbound_emails/sources/new", "inbound_emails/sources#new", "new_" + name + "_source"},
			frameworkRoute{verbPost, "inbound_emails/sources", "inbound_emails/sources#create", name + "_sources"})
	}
	routes = append(routes, frameworkRoute{verbPost, ":inbound_email_id/reroute", "reroutes#create", name + "_reroute"})
	if f.rails(7) {
		routes = append(routes, frameworkRoute{verbPost, ":inbound_email_id/incinerate", "incinerates#create", name + "_incinerate"})
	}
	m.listed(routes...)
}

// turbo is turbo-rails. turbo-rails: config/routes.rb.
func (f *framework) turbo(m *Mapper) error {
	gems := f.l.lockedGems()
	if !gems.Has("turbo-rails") {
		return nil
	}
	var routes []frameworkRoute
	for _, action := range []string{"recede", "resume", "refresh"} {
		routes = append(routes, frameworkRoute{verbGet, action + "_historical_location", "turbo/native/navigation#" + action, "turbo_" + action + "_historical_location"})
	}
	draw := func() { m.listed(routes...) }
	if !gems.AtLeast("turbo-rails", true, 1, 5) {
		draw()
		return nil
	}
	f.decide(m, "turbo", "draw_routes", draw)
	return nil
}

// health is health_check, unless the application draws its routes. health_check:
// config/routes.rb.
func (f *framework) health(m *Mapper) error {
	if !f.l.lockedGems().Has("health_check") {
		return nil
	}
	if err := f.l.defineGem(gems.Named("health_check")); err != nil {
		return err
	}
	_, err := m.t.Call(m.self, sourceWord+"health_check_engine")
	return err
}
