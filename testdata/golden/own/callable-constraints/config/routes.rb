# Constraints as lambdas, procs, methods, classes and objects with matches? or call, of every arity; on routes, scopes, resources, mounts; combined.
class ByHeader
  def initialize(name, value = nil)
    @name = name
    @value = value
  end

  def matches?(request)
    got = request.headers[@name]
    @value ? got == @value : got.present?
  end
end

module OnlyEven
  def self.matches?(request)
    request.path_parameters[:n].to_i.even?
  end
end

class Caller
  def call(request)
    request.params["go"] == "yes"
  end
end

class Caller2
  def self.call(params, request)
    params[:n].to_s == request.params["n2"].to_s
  end
end

module Checks
  module_function

  def long?(request)
    request.path.length > 12
  end
end

Always = Struct.new(:answer) do
  def matches?(_request)
    answer
  end
end

NEVER = ->(_request) { false }

Rails.application.routes.draw do
  get "a", to: "k#header", constraints: ByHeader.new("X-A")
  get "a", to: "k#value", constraints: ByHeader.new("X-B", "b")
  get "a", to: "k#never", constraints: NEVER
  get "a", to: "k#zero", constraints: -> { false }
  get "a", to: "k#proc", constraints: proc { |r| r.get? && r.params[:p] == "1" }
  get "a", to: "k#method", constraints: Checks.method(:long?)
  get "a", to: "k#default"
  get "b/:n", to: "k#even", constraints: OnlyEven
  get "b/:n", to: "k#two", constraints: ->(params, request) { params[:n] == "3" && request.get? }
  get "b/:n", to: "k#caller2", constraints: Caller2
  get "b/:n", to: "k#caller", constraints: Caller.new
  get "b/:n", to: "k#splat", constraints: ->(*args) { args.empty? }
  constraints ByHeader.new("X-C") do
    get "c", to: "k#c1"
    constraints Always.new(true) do
      constraints Always.new(false) do
        get "c", to: "k#unreachable", as: :unreachable
      end
      get "c", to: "k#c2", as: :c2
    end
    resources :ds, only: [:index, :show], constraints: ->(r) { r.params[:d] } do
      get :e, on: :member, constraints: Always.new(true)
    end
    namespace :f do
      get "g", to: "h#g"
    end
  end
  constraints(->(r) { r.post? || r.params[:via] }) { match "i", to: "k#i", via: :all }
  constraints lambda { |r| r.host == "lam.example" } do
    root to: "k#root"
  end
  scope "j", constraints: Always.new(true) do
    get "k/:id", to: "k#k", constraints: { id: /\d/ }
    get "l/:id", to: "k#l", id: /\d/
    mount ->(_e) { [200, {}, []] }, at: "m", as: :m_app, constraints: ->(r) { r.params[:m] }
    get "n", to: redirect("/o"), constraints: NEVER
    get "n", to: redirect("/p")
  end
  scope constraints: { subdomain: "x" } do
    scope constraints: ->(r) { r.params[:y] } do
      get "q", to: "k#q"
    end
  end
end
