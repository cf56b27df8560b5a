# oracle: framework, booted
# What the files that run before the routes do to ENV: in their order, in all the ways that Ruby has for it.
Rails.application.routes.draw do
  %w[
    BOOT ASSIGNED DEFAULT TERNARY STORED UPDATED MERGED DELETED TAKEN FETCHED COPIED NIL LOOP ALIAS TAP MULTIPLE APPENDED AND METHOD MODULE
    CLASS CLASS_METHOD BEFORE_CONFIGURATION BEFORE_INITIALIZE ENVIRONMENT PRODUCTION INITIALIZER NESTED FOLDER BLOCK PREPARE AFTER REQUIRED
    RELATIVE LOADED ORDER TWICE REJECTED FILTERED KEPT RESCUED RESCUED_TOO CASE LAMBDA YAML FROM_CONFIG HELPER OBJECT TOP GUARDED CLASS_YAML READ_YAML
  ].each do |name|
    get "#{name.downcase}/#{ENV["SIGNALBOX_#{name}"]}", to: "variables#show"
  end
  get "old", to: redirect("#{ENV["SIGNALBOX_DEFAULT"]}/new")
  site = Rails.application.config_for(:site)
  get "erb/#{site.host}/#{site[:port] + 1}/#{site.path}/#{site.quoted}", to: "variables#erb"
  site.pages.each { |page| get "erb/pages/#{page}", to: "variables#erb" }
  get "erb/on", to: "variables#erb" if site.on
  get "erb/literal/#{site.literal.tr("<%>", "")}", to: "variables#erb"
  get "config/#{Rails.application.config.x.site}", to: "variables#config"
  get "lambda", to: "variables#lambda", constraints: ->(request) { ENV["SIGNALBOX_BOOT"] == "boot" }
end
