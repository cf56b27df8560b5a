module More
  def resources(*names, **options, &block)
    super
    get "more/#{names.first}", to: "a#b"
  end
end
ActionDispatch::Routing::Mapper::Resources.prepend More

module Prefixed
  extend ActiveSupport::Concern

  included do
    def of_a_concern(x) = get("concern/#{x}", to: "a#b")
  end
end
ActionDispatch::Routing::Mapper.include Prefixed
