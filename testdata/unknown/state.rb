# What one word leaves for the next: names of segments and of routes, the words that a file defines, inflections.
Rails.application.routes.draw do
  resources_path_names new: "neu" if S.a?
  resources :first, only: :new do
    get :edit, on: :member
  end
  scope(path_names: { edit: "alter" }) do
    resources_path_names new: "other" unless S.a?
    resources_path_names edit: "change" if S.b?
    resources :second, only: [:new, :edit]
  end
  resources(:third, only: :new) { new { get :preview } }

  if S.b?
    get "n", to: "x#y", as: :named
    get "m", to: "x#z", as: :other
  end
  get "has", to: "x#y" if has_named_route?(:named)
  get :named, to: "x#named"
  get "o", to: "x#o", as: :sure
  get "p", to: "x#p", as: :sure if S.a? && !S.a?
  get "q", to: "x#q" if has_named_route?(:sure)

  if S.a?
    class << self
      def namespace(name, **options, &block) = scope("own-#{name}", **options, &block)
    end
  end
  namespace(:sub) { get "a", to: "x#y" }
  if S.a?
    namespace(:inner, as: "in") { get "c", to: "x#c" }
  else
    namespace(:inner) { get "c", to: "x#c" }
  end

  if S.b?
    ActiveSupport::Inflector.inflections { |inflect| inflect.irregular "cow", "kine" }
    resources :kine, only: :show
    ActiveSupport::Inflector.inflections { |inflect| inflect.clear }
  else
    resources :kine, only: :show
  end
end
