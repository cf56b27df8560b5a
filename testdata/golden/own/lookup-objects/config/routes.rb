# Targets that answer to action or call: controllers' endpoints, classes, instances, methods, with constraints and in resources.
class FakeEndpoint
  def self.action(name) = new(name)

  def initialize(name)
    @name = name
  end

  def call(_env) = [200, {}, [@name.to_s]]

  def inspect = "FakeEndpoint(#{@name})"
end

module Rackish
  def self.call(env) = [200, {}, []]

  class Nested
    class << self
      def call(_env) = [204, {}, []]
    end
  end
end

class WithToS
  def call(env) = [200, {}, []]
  def to_s = "not used"
  def inspect = "WithToS!"
end

handler = Object.new
def handler.call(_env) = [200, {}, []]
def handler.inspect = "the handler"

def plain_rack(env) = [200, {}, [env["PATH_INFO"]]]

Rails.application.routes.draw do
  get "a", to: Rackish
  get "b", to: Rackish::Nested
  get "c" => WithToS.new
  get "d", to: handler
  get "e/:id", to: Rackish, id: /\d+/, defaults: { k: 1 }
  get "f", to: Rackish, constraints: { subdomain: "x" }
  get "g", to: Rackish, constraints: ->(r) { r.params[:g] }
  get "h(/:x)", to: WithToS.new, format: false
  match "i", to: Rackish, via: :all
  scope "s", module: "m", controller: "c", action: "a", defaults: { z: 1 } do
    get "j", to: Rackish
    get "k", to: Rackish, action: "ignored", controller: "ignored"
  end
  resources :ls, only: [] do
    get :m, on: :member, to: Rackish
    get :n, on: :collection, to: handler
    post :o, to: WithToS.new
  end
  root to: Rackish::Nested
  get "p/*rest", to: Rackish, anchor: false
  get "q", to: ->(env) { [200, {}, [env["rack.url_scheme"]]] }, as: "queue"
  get "r", to: FakeEndpoint.new(:x)
end
