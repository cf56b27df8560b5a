# ActiveSupport::Concern, as modules extend it. What including one does is in the interpreter.
module Concern
  def included(base = nil, &block)
    @_included_block = block if base.nil? && block
    nil
  end

  def class_methods(&block)
    const_set(:ClassMethods, Module.new) unless constants.include?(:ClassMethods)
    const_get(:ClassMethods).module_eval(&block)
  end
end
