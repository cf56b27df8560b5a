# Guards of rows: objects, classes, lambdas and conditions of scopes, options and concerns.
class Gate
  def initialize(name = nil) = @name = name
  def matches?(request) = true
end

class Tenant
  def self.matches?(request) = request.subdomain.present?
end

GATE = Gate.new(:constant)

Rails.application.routes.draw do
  def admin_only(&block) = constraints(Gate.new(:wrapped), &block)

  def guarded(gate, &block)
    constraints(gate) { instance_exec(&block) }
  end

  concern :locked do
    get "lock", to: "locks#show", constraints: Gate.new(:concern)
    get "open", to: "locks#open"
  end

  constraints Gate.new(:outer) do
    get "a1", to: "a#b"
    get "a2", to: "a#b", constraints: ->(request) { request.host == "x" }
    constraints(subdomain: "api", host: /x/) do
      get "a3", to: "a#b"
      constraints Tenant do
        get "a4", to: redirect("/a1")
        get "a5", to: "a#b", constraints: { subdomain: "other" }
      end
    end
    resources :posts, only: :index, concerns: :locked
    mount Sidekiq::Web => "/jobs"
  end

  get "l1", to: "a#b", constraints: lambda { |request|
    request.host == "x" &&
      request.ssl?
  }
  get "l2", to: "a#b", :constraints => proc { true }
  get "l3/:id", to: "a#b", constraints: { id: /\d+/, method: "GET", format: "json" }
  get "l4", to: "a#b", host: /foo/
  scope subdomain: /scoped/ do
    get "l5", to: "a#b"
  end
  scope constraints: { protocol: "https://" } do
    get "l6", to: "a#b"
    resources :things, only: %i[index show], constraints: { id: /\d+/, subdomain: "x" }
  end
  namespace :admin, constraints: ->(request) { request.local? } do
    resource :profile, only: :show
    root to: "home#show"
  end

  options = { constraints: Gate.new(:options) }
  get "v1", to: "a#b", **options
  gate = Gate.new(:variable)
  get "v2", to: "a#b", constraints: gate
  get "v3", to: "a#b", constraints: GATE
  conditions = { subdomain: "variable" }
  constraints(conditions) { get "v4", to: "a#b" }
  admin_only { get "v5", to: "a#b" }
  guarded(Gate.new(:argument)) { get "v6", to: "a#b" }
  guarded(->(request) { request.ssl? }) { get "v7", to: "a#b" }
  with_options constraints: Gate.new(:with) do |map|
    map.get "v8", to: "a#b"
  end

  constraints(Gate.new) { constraints(Gate.new) { get "n1", to: "a#b" } }
  get "n2", to: "a#b", constraints: Class.new { def self.matches?(request) = true }
  get "n3", to: PostsController, constraints: Gate.new
  %w[x y].each { |name| constraints(->(request) { request.host == name }) { get "n-#{name}", to: "a#b" } }
  constraints "subdomain" => "text" do
    get "n4", to: "a#b"
  end
  match "n5", to: "a#b", via: :all, constraints: { request_method: "GET" }
  constraints Gate.new(
    :lines, # of its own
  ) do
    get "n6", to: "a#b"
  end
  draw :guarded
  get "free", to: "a#b"
end
