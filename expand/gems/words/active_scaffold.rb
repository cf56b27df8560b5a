# ActiveScaffold: Routing::Basic and Association, Mapper#as_nested_resources and as_scoped_routes, as of 3.6.
#
# module: ActiveScaffold
# newest: 4.3.2
# since: 3.6
# routes: ActiveScaffold::Routing
# word: as_nested_resources
#   Maps the scaffold of an association inside that of its owner.
#   resources(:clubs) { as_nested_resources :players }
# word: as_scoped_routes
#   Maps a scaffold of a named scope of the resource.
#   resources(:clubs) { as_scoped_routes :active }

module ActiveScaffold
  module Routing
    ACTIVE_SCAFFOLD_CORE_ROUTING = {
      collection: { show_search: :get, render_field: :post, mark: :post },
      member: { update_column: :post, render_field: %i[get post], mark: :post }
    }.freeze
    ACTIVE_SCAFFOLD_ASSOCIATION_ROUTING = {
      collection: { edit_associated: :get, new_existing: :get, add_existing: :post },
      member: { edit_associated: :get, destroy_existing: :delete }
    }.freeze

    class Association
      def call(mapper, options = {}) = draw(mapper, ACTIVE_SCAFFOLD_ASSOCIATION_ROUTING, options)

      private

      def draw(mapper, all, options)
        actions = all.values.flat_map(&:keys).uniq
        actions -= Array(options[:except]).map(&:to_sym) if options[:except]
        actions = Array(options[:only]).map(&:to_sym) if options[:only]
        all.each do |level, verbs|
          mapper.public_send(level) do
            verbs.each { |name, verb| mapper.match(name, via: verb) if actions.include?(name) }
            yield if block_given? && level == :member
          end
        end
      end
    end

    class Basic < Association
      def initialize(defaults = {})
        @defaults = defaults
      end

      def call(mapper, options = {})
        options = @defaults.merge(options)
        draw(mapper, ACTIVE_SCAFFOLD_CORE_ROUTING, options) do
          mapper.get "list", action: :index if mapper.send(:parent_resource).actions.include?(:index)
        end
        super if options[:association]
      end
    end
  end
end

class ActionDispatch::Routing::Mapper
  def gem_as_nested_resources(*names)
    options = names.extract_options!.merge(parent_scaffold: parent_scaffold)
    names.each { |name| resources(name, options.merge(association: name)) { yield if block_given? } }
  end

  def gem_as_scoped_routes(*names)
    options = names.extract_options!.merge(parent_scaffold: parent_scaffold, association: parent_resource.plural)
    names.each { |name| resources(name, options.merge(named_scope: name)) { yield if block_given? } }
  end

  def parent_scaffold = [@scope[:module], parent_resource.plural].compact.join("/")
end
