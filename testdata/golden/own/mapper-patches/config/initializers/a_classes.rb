class ActionDispatch::Routing::Mapper
  def of_the_class(x) = get("class/#{x}", to: "a#b")
end

module ActionDispatch::Routing::Mapper::Scoping
  def of_the_module(x) = get("module/#{x}", to: "a#b")
end

module ActionDispatch
  module Routing
    class Mapper
      def nested_class(x) = get("nested/#{x}", to: "a#b")
    end
  end
end
