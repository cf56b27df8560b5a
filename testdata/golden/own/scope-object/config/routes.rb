# The mapper's own scope object, as modules that extend the mapper look at it.
module ScopeWords
  def in_scope? = !@scope.root?
end

Rails.application.routes.draw do
  extend ScopeWords
  r = ->(*parts) { get ["x", *parts].map { |p| p.to_s.tr("/", "_") }.join("/"), to: "exotic#show", as: nil }
  r[in_scope?, "abc".sum]
  scope("sc") { r[in_scope?, @scope[:path], @scope[:as].inspect] }
  namespace(:ns) { r[@scope[:module], @scope[:as], @scope[:shallow_path].tr("/", "-")] }
end
