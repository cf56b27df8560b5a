# concern with blocks, options, keyword arguments, callables, lambdas, classes; concerns with several names, nested, in members, scopes and on resource(s).
class Archivable
  def initialize(verb: :post)
    @verb = verb
  end

  def call(mapper, options = {})
    mapper.member do
      mapper.match :archive, via: options.fetch(:via, @verb), action: options[:action] || "archive"
    end
  end
end

module Countable
  def self.call(mapper, options)
    mapper.get :count, on: :collection, defaults: options.slice(:scale)
  end
end

Rails.application.routes.draw do
  concern :plain do
    get :plain
  end
  concern :commentable do |options|
    resources :comments, options
  end
  concern :sortable do |options|
    collection do
      patch :sort, to: "#{options[:to] || "sorts"}#update"
    end
  end
  concern :archivable, Archivable.new
  concern :deletable, Archivable.new(verb: :delete)
  concern :countable, Countable
  concern :lambda_ish, ->(mapper, options) { mapper.get "lam", on: :member, as: options[:as] || :lam }
  concern "stringy" do
    get :stringy, on: :member
  end
  concern :composed do
    concerns :plain, :countable
    concerns "stringy"
  end
  concern :versioned do |shallow: nil, **rest|
    resources :versions, only: :index
  end
  concern :deep do
    resources :inners, only: :show do
      concerns :commentable, only: :index
    end
  end

  resources :as, only: [], concerns: :plain
  resources :bs, only: :index, concerns: [:plain, :archivable]
  resources :cs, only: :show do
    concerns :commentable, only: %i[index create]
    concerns :archivable, via: :put, action: :shelve
  end
  resources :ds, only: :show do
    concerns [:sortable, :countable], to: "special", scale: 10
  end
  resources :es, only: [] do
    concerns :lambda_ish, as: :named
    concerns :deletable
  end
  resources :fs, only: :index, concerns: :composed
  resources :gs, only: :index, concerns: "stringy"
  resource :h, only: :show, concerns: %i[plain commentable]
  resource :i, only: :show do
    concerns :deep
  end
  resources :js, :ks, only: :index, concerns: :plain
  namespace :ns do
    concerns :commentable, only: :show
    concern :local do
      resources :locals, only: :index
    end
    concerns :local
    resources :ls, only: :index, concerns: [:plain]
  end
  concerns :local, :commentable, only: :edit
  scope "sc", as: "sc" do
    concerns(:plain) rescue get("rescued", to: "r#r")
    concerns :versioned
  end
  resources :ms, shallow: true, only: :show, concerns: :deep
  resources :ns, only: :index, concerns: []
  resources :os, only: :index, concerns: nil
  concern(:redefined) { get "first", to: "x#first" }
  concern(:redefined) { get "second", to: "x#second" }
  concerns :redefined
  concerns
  resources :ps, only: [] do
    member { concerns :in_member rescue nil }
    collection do
      get :x
    end
    nested { concerns :versioned }
  end
end
