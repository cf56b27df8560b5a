# Lists of routes that stand in YAML files of the application.
require "yaml"

Rails.application.routes.draw do
  YAML.load_file(Rails.root.join("config/redirects.yml"), aliases: true).fetch("redirects").tap do |rules|
    rules.each do |from, to|
      get from => lambda { |env| [301, { "location" => to }, []] }
    end
  end
  lists = YAML.safe_load_file(Rails.root.join("config", "redirects.yml"), aliases: true, permitted_classes: [Symbol])
  lists["providers"].each { |p| get "auth/#{p.inspect}", to: "auth#show", as: nil }
  lists["scalars"].each_with_index { |(k, v), i| get "s#{i}", to: "scalars#show", as: nil, defaults: { key: k.inspect, value: v.inspect } }
  lists["merged"].each { |k, v| get "m/#{k}/#{v}", to: "merged#show", as: nil }
  YAML.load_file(Rails.root.join("config/redirects.yml").to_s, symbolize_names: true, aliases: true)[:nested][:deep].each { |h| get h[:path], to: h[:to] }
  YAML.load("- a\n- b: 1\n").each { |e| get "t/#{e.inspect}", to: "texts#show", as: nil }
  Psych.safe_load("x: [1, 2]").each { |k, v| get "#{k}/#{v.sum}", to: "texts#sum", as: nil }
  get "empty/#{YAML.load("").inspect}", to: "texts#empty", as: nil
end
