# Ruby's module Singleton: a class that includes it has one object.
module Singleton
  complete

  def self.included(base)
    base.private_class_method :new, :allocate
    base.extend SingletonClassMethods
  end

  def clone(**) = raise(TypeError, "can't clone instance of singleton #{self.class}")
  def dup = raise(TypeError, "can't dup instance of singleton #{self.class}")

  module SingletonClassMethods
    complete

    # Whichever side of a condition asks first: what initialize does holds on both.
    def instance = @singleton__instance__ || Primitive.unrecorded { @singleton__instance__ = new }
  end
end
