# Rails.env and ENV in all the ways files ask for them; unset variables, defaults, conditions around routes, environment-specific blocks.
Rails.application.routes.draw do
  get "env/#{Rails.env}", to: "env#name"
  if Rails.env.development? then get "dev", to: "env#dev" end
  get "test", to: "env#test" if Rails.env.test?
  get "prod", to: "env#prod" if Rails.env.production?
  get "not_prod", to: "env#not_prod" unless Rails.env.production?
  get "local", to: "env#local" if Rails.env.local?
  get "staging", to: "env#staging" if Rails.env.staging?
  get "eq", to: "env#eq" if Rails.env == "development"
  get "neq", to: "env#neq" if Rails.env != "production"
  get "in", to: "env#in" if Rails.env.in?(%w[development test])
  get "incl", to: "env#incl" if %w[staging production].include?(Rails.env)
  get "sym/#{Rails.env.to_sym.inspect.delete(":")}/#{Rails.env.to_s.length}/#{Rails.env.upcase}/#{Rails.env[0, 3]}", to: "env#sym"
  case Rails.env
  when "production", "staging" then root to: "env#live"
  when /dev/ then root to: "env#devroot"
  else root to: "env#else"
  end
  case Rails.env.to_sym
  when :development
    get "case_sym", to: "env#case_sym"
  end
  get "unset/#{ENV["SIGNALBOX_UNSET_A"].inspect}", to: "env#unset"
  get "or/#{ENV["SIGNALBOX_UNSET_A"] || "dflt"}", to: "env#or"
  get "fetch/#{ENV.fetch("SIGNALBOX_UNSET_A", "fdflt")}/#{ENV.fetch("SIGNALBOX_UNSET_B") { |k| k.downcase.last(1) }}", to: "env#fetch"
  get "present", to: "env#present" if ENV["SIGNALBOX_UNSET_A"].present?
  get "blank", to: "env#blank" if ENV["SIGNALBOX_UNSET_A"].blank?
  get "key", to: "env#key" if ENV.key?("SIGNALBOX_UNSET_A")
  get "has_key", to: "env#has_key" unless ENV.has_key?("SIGNALBOX_UNSET_A") || ENV.include?("SIGNALBOX_UNSET_B")
  get "true", to: "env#true" if ENV["SIGNALBOX_UNSET_A"] == "true"
  get "to_s/#{ENV["SIGNALBOX_UNSET_A"].to_s.size}/#{ENV["SIGNALBOX_UNSET_A"].to_i}/#{ENV["SIGNALBOX_UNSET_A"]&.upcase.inspect}", to: "env#to_s"
  begin
    ENV.fetch("SIGNALBOX_UNSET_A")
  rescue KeyError
    get "key_error", to: "env#key_error"
  end
  ENV["SIGNALBOX_SET_HERE"] = "here"
  get "set/#{ENV["SIGNALBOX_SET_HERE"]}/#{ENV.fetch("SIGNALBOX_SET_HERE")}", to: "env#set"
  ENV["SIGNALBOX_SET_HERE"] ||= "again"
  ENV["SIGNALBOX_OTHER"] ||= "other"
  get "set2/#{ENV.values_at("SIGNALBOX_SET_HERE", "SIGNALBOX_OTHER").join("-")}/#{ENV.slice("SIGNALBOX_OTHER").size}", to: "env#set2"
  ENV.delete("SIGNALBOX_OTHER")
  get "deleted", to: "env#deleted" unless ENV["SIGNALBOX_OTHER"]
  scope(ENV["SIGNALBOX_UNSET_A"].presence || "/", as: ENV["SIGNALBOX_UNSET_A"]) { get "scoped", to: "env#scoped" }
  scope ENV.fetch("SIGNALBOX_UNSET_A", nil) do
    get "scoped_nil", to: "env#scoped_nil"
  end
  namespace :dev_tools, path: Rails.env.production? ? "__none" : "tools" do
    get "x", to: "x#x"
  end if Rails.env.development? || ENV["SIGNALBOX_TOOLS"]
  constraints(subdomain: ENV.fetch("SIGNALBOX_SUB", "app")) { get "sub", to: "env#sub" }
  get "ternary", to: Rails.env.production? ? "env#prod_t" : "env#dev_t"
  get "and", to: "env#and" if Rails.env.development? && !ENV["CI_SIGNALBOX"]
  resources :toggles, only: (Rails.env.test? ? [:index] : %i[index show])
end
