require "singleton"

class Registry
  include Singleton

  def self.method_missing(name, *args) = instance.public_send(name, *args)
  def self.respond_to_missing?(name, all = false) = instance.respond_to?(name, all) || super

  def initialize = @version = "v1"
  def prefix = @version
  def prefix_of(count) = @version * count
end
