# a class of error defined in the file
Rails.application.routes.draw do
  class RouteTableError < StandardError
    def initialize(name)
      super("bad route table: #{name}")
    end
  end
  raise RouteTableError, "admin"
end
